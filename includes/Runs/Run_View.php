<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Runs;

use HeadlessDeploy\Capabilities;
use HeadlessDeploy\Database;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Queue\Run_Record;
use HeadlessDeploy\Queue\Run_Status;
use HeadlessDeploy\Queue\Stored_Reason;
use HeadlessDeploy\Remedy;
use HeadlessDeploy\Tracking\Found_Build;
use HeadlessDeploy\Tracking\Tracking_Record;

/**
 * Renders runs for the current user.
 */
final class Run_View {
	public function __construct(
		private readonly Run_Log $log,
		private readonly Reasons $reasons,
		private readonly Environments $environments,
	) {}

	/**
	 * @param  list<Run_Record>                            $records
	 * @param  array<string, string>|null                  $labels  Label of each environment, by id; null reads them.
	 * @param  array<int|string, list<Stored_Reason>>|null $reasons At least those of the records, by run; null reads them.
	 * @return array<int, Run>                             By id, in the order of the records.
	 */
	public function render( array $records, ?array $labels = null, ?array $reasons = null ): array {
		$reasons ??= $this->log->reasons_of( array_column( $records, 'key', 'id' ) );
		$this->reasons->prime_names( $records );
		$this->reasons->prime( $reasons );
		$labels ??= array() === $records ? array() : $this->environments->labels();
		$runs = array();
		foreach ( $records as $record ) {
			$runs[ $record->id ] = $this->run(
				$record,
				$reasons[ $record->id ] ?? array(),
				$labels[ $record->key->environment_id ] ?? $record->key->environment_id,
			);
		}
		return $runs;
	}

	/**
	 * Returns the removed environments that have runs, by name.
	 *
	 * @return list<array{id: string, label: string}>
	 */
	public function removed_environments(): array {
		$removed = array_diff_key( $this->environments->labels(), $this->environments->all() );
		$found   = array() === $removed ? array() : array_intersect_key( $removed, array_flip( $this->log->environments() ) );
		asort( $found );
		return array_map(
			static fn( string $id, string $label ): array => array( 'id' => $id, 'label' => $label ),
			array_map( strval( ... ), array_keys( $found ) ),
			array_values( $found ),
		);
	}

	/**
	 * Returns a run as the primary has it: this request may have just sent or canceled it.
	 *
	 * @return Run|null Null when the site has no run with this id.
	 */
	public function find( int $id ): ?Run {
		return Database::on_primary( function () use ( $id ): ?Run {
			$record = $this->log->find( $id );
			return null === $record ? null : $this->render( array( $record ) )[ $id ];
		} );
	}

	/**
	 * The host's response, the page and the message of a build, and the name of a user at the host are for users with the
	 * capability `headless_deploy_manage`.
	 *
	 * @param list<Stored_Reason> $reasons
	 */
	private function run( Run_Record $record, array $reasons, string $label ): Run {
		$tracking   = Tracking_Record::from_json( $record->tracking );
		$is_manager = current_user_can( Capabilities::MANAGE );
		$build      = $is_manager ? $tracking->build : $tracking->build?->for_viewers();
		$code       = self::error_code( $record, $tracking );
		return new Run(
			$record,
			$label,
			$record->is_observed() ? $build->started_by ?? '' : $this->reasons->user_name( $record->user_id ),
			$this->reasons->render( $reasons ),
			$record->is_failed() ? null : $tracking->live,
			$build,
			$is_manager ? array( 'message' => $record->service_message, 'excerpt' => $record->excerpt ) : null,
			$code,
			self::message( $record, $code, $build ),
			self::remedy( $record, $code ),
		);
	}

	/**
	 * Returns why the call or the build failed, or why the build's status is unknown; otherwise empty.
	 */
	private static function error_code( Run_Record $record, Tracking_Record $tracking ): string {
		$status = $record->status();
		return match ( true ) {
			Run_Status::Accepted !== $record->queue_status                  => $record->error_code,
			Run_Status::Failed === $status && null !== $record->replaced_by => $tracking->is_replica_behind
				? 'headless_deploy_replica_behind'
				: 'headless_deploy_page_not_fresh',
			Run_Status::Accepted === $status && $tracking->is_replica_behind && $record->next_check_at >= 0 => 'headless_deploy_replica_behind',
			Run_Status::Failed === $status                                                                  => $tracking->build->code ?? '',
			Run_Status::Building === $status && $tracking->is_unanswered()                                  => 'headless_deploy_build_unseen',
			default                                                                                         => $record->error_code,
		};
	}

	/**
	 * Returns what to do about an error: nothing, where a stronger action has replaced a refresh.
	 */
	private static function remedy( Run_Record $record, string $code ): string {
		if ( null !== $record->replaced_by ) {
			/* translators: %s: an action, for example “Purge Cache”. */
			$instead = sprintf( __( '%s was started instead and includes these changes.', 'headless-deploy' ), $record->replaced_by->label() );
			return '' !== $code && Remedy::is_for_manager() ? trim( $instead . ' ' . Remedy::of( $code, $record->action ) ) : $instead;
		}
		if ( $record->is_observed() && Remedy::is_for_manager() ) {
			return self::remedy_of_host_build( $code );
		}
		return '' === $code ? '' : Remedy::of( $code, $record->action );
	}

	/**
	 * Rebuild would build the live code again, not the code that was uploaded.
	 */
	private static function remedy_of_host_build( string $code ): string {
		return 'headless_deploy_build_failed' === $code ? __( 'The build log in the hosting portal says why. Fix the error, then deploy again.', 'headless-deploy' ) : '';
	}

	private static function message( Run_Record $record, string $code, ?Found_Build $build ): string {
		$name = $build?->label() ?? '';
		$data = array(
			'status' => (string) $record->http_status,
			'build'  => $name,
		);
		if ( $record->is_observed() && Remedy::is_for_manager() ) {
			return self::message_of_host_build( $code, $name );
		}
		return '' === $code ? '' : Errors::for_reader( $code, $data );
	}

	/**
	 * The host did not get a run of this site.
	 */
	private static function message_of_host_build( string $code, string $name ): string {
		return match ( $code ) {
			/* translators: %s: name of a build. */
			'headless_deploy_build_failed' => sprintf( __( 'Build “%s” failed. Visitors still see the previous version.', 'headless-deploy' ), $name ),
			/* translators: %s: name of a build. */
			'headless_deploy_build_canceled' => sprintf( __( 'Build “%s” was canceled. Visitors still see the previous version.', 'headless-deploy' ), $name ),
			default                          => '' === $code ? '' : Errors::for_reader( $code ),
		};
	}
}
