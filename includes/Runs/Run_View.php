<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Runs;

use HeadlessDeploy\Action;
use HeadlessDeploy\Capabilities;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Iso_Time;
use HeadlessDeploy\Queue\Run_Record;
use HeadlessDeploy\Queue\Run_Status;
use HeadlessDeploy\Remedy;
use HeadlessDeploy\Tracking\Tracking_Record;

/**
 * Renders runs for the current user: `Run` of src/shared/wire.ts.
 *
 * @phpstan-import-type Found_Build from Tracking_Record
 * @phpstan-type Run array<string, mixed>
 */
final class Run_View {
	public function __construct(
		private readonly Run_Log $log,
		private readonly Reasons $reasons,
		private readonly Environments $environments,
	) {}

	/**
	 * @param  list<Run_Record>           $records
	 * @param  array<string, string>|null $labels  Label of each environment, by id; null reads them.
	 * @return array<int, Run>            By id, in the order of the records.
	 */
	public function render( array $records, ?array $labels = null ): array {
		$reasons = $this->log->reasons_of( array_column( $records, 'key', 'id' ) );
		$this->reasons->prime_names( $records );
		$this->reasons->prime( $reasons );
		$labels ??= array() === $records ? array() : $this->environments->labels();
		$runs = array();
		foreach ( $records as $record ) {
			$runs[ $record->id ] = $this->run( $record, $reasons[ $record->id ] ?? array(), $labels[ $record->key->environment_id ] ?? $record->key->environment_id );
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
		return array_map( static fn( string $id, string $label ): array => array( 'id' => $id, 'label' => $label ), array_map( strval( ... ), array_keys( $found ) ), array_values( $found ) );
	}

	/**
	 * @return Run|null Null when the site has no run with this id.
	 */
	public function find( int $id ): ?array {
		$record = $this->log->find( $id );
		return null === $record ? null : $this->render( array( $record ) )[ $id ];
	}

	/**
	 * @param  list<string> $reasons JSON of its rows.
	 * @return Run
	 */
	private function run( Run_Record $record, array $reasons, string $label ): array {
		$tracking = Tracking_Record::from_json( $record->tracking );
		$status   = $record->status();
		$code     = self::error_code( $record, $status, $tracking );
		$run      = array(
			'id'               => $record->id,
			'environment'      => $record->key->environment_id,
			'environmentLabel' => $label,
			'lane'             => $record->key->lane->value,
			'action'           => $record->action->value,
			'cause'            => $record->cause->value,
			'user'             => $this->user( $record, $tracking->build ),
			'reasons'          => $this->reasons->of_rows( $reasons ),
			'changes'          => $record->changes,
			'status'           => $status->value,
			'accepted'         => Run_Status::Accepted === $record->queue_status,
			'trackedAt'        => Iso_Time::or_null( $record->tracked_at ),
			'live'             => Run_Status::Failed === $status ? null : $tracking->live,
			'build'            => self::build( $tracking->build ),
			'replacedBy'       => $record->replaced_by?->value,
			'refreshed'        => null,
			'httpStatus'       => $record->http_status,
			'errorCode'        => $code,
			'message'          => self::message( $record, $code, $tracking->build ),
			'remedy'           => self::remedy( $record, $code ),
			'response'         => self::response( $record ),
			'operation'        => $record->operation,
			'attempts'         => self::attempts( $record ),
			'createdAt'        => Iso_Time::of( $record->created_at ),
			'finishedAt'       => Iso_Time::or_null( $record->finished_at ),
		);
		$text = new Run_Text( $run, $tracking->build['trigger'] ?? '' );
		return $run + array(
			'needsNewUrl'    => Failure_Text::needs_new_url( $run['errorCode'] ),
			'title'          => $text->title(),
			'resultAt'       => self::result_at( $record, $status ),
			'symbol'         => $text->symbol(),
			'headline'       => $text->headline()->to_array(),
			'causeLabel'     => $text->cause(),
			'changesSummary' => $text->changes(),
		);
	}

	/**
	 * Returns who started a run. The name of a user at the host is for users with the capability `headless_deploy_manage`.
	 *
	 * @param  Found_Build|null             $build
	 * @return array{id: int, name: string}
	 */
	private function user( Run_Record $record, ?array $build ): array {
		if ( ! $record->is_observed() ) {
			return $this->reasons->user( $record->user_id );
		}
		return array(
			'id'   => 0,
			'name' => null !== $build && current_user_can( Capabilities::MANAGE ) ? $build['startedBy'] : '',
		);
	}

	/**
	 * Returns since when the result of a run is known. During a build, that is when the host accepted the run.
	 */
	private static function result_at( Run_Record $record, Run_Status $status ): string {
		$accepted_at = 0 === $record->finished_at ? $record->created_at : $record->finished_at;
		return Iso_Time::of( Run_Status::Building === $status || 0 === $record->tracked_at ? $accepted_at : $record->tracked_at );
	}

	/**
	 * Returns why the call or the build failed, or why the build's status is unknown; otherwise empty.
	 */
	private static function error_code( Run_Record $record, Run_Status $status, Tracking_Record $tracking ): string {
		return match ( true ) {
			Run_Status::Accepted !== $record->queue_status                                                  => $record->error_code,
			Run_Status::Failed === $status && null !== $record->replaced_by                                 => $tracking->is_replica_behind ? 'headless_deploy_replica_behind' : 'headless_deploy_page_not_fresh',
			Run_Status::Accepted === $status && $tracking->is_replica_behind && $record->next_check_at >= 0 => 'headless_deploy_replica_behind',
			Run_Status::Failed === $status                                                                  => $tracking->build['code'] ?? '',
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

	/**
	 * @param Found_Build|null $build
	 */
	private static function message( Run_Record $record, string $code, ?array $build ): string {
		$name = null === $build || 0 === $build['number'] ? $build['name'] ?? '' : (string) $build['number'];
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

	/**
	 * The page and the message of a build are for users with the capability `headless_deploy_manage`.
	 *
	 * @param  Found_Build|null                                                                                                                                $build
	 * @return array{name: string, number: int|null, page: string|null, origin: string, startedAt: string|null, finishedAt: string|null, message: string}|null
	 */
	private static function build( ?array $build ): ?array {
		return null === $build ? null : array(
			'name'   => $build['name'],
			'number' => 0 === $build['number'] ? null : $build['number'],
			'page'   => '' !== $build['page'] && current_user_can( Capabilities::MANAGE ) ? $build['page'] : null,
			/* translators: %s: name or number of a build at the host. */
			'origin'     => $build['atHost'] ? sprintf( __( 'Build %s, started in the portal', 'headless-deploy' ), 0 === $build['number'] ? $build['name'] : (string) $build['number'] ) : '',
			'startedAt'  => Iso_Time::or_null( $build['startedAt'] ),
			'finishedAt' => Iso_Time::or_null( $build['finishedAt'] ),
			'message'    => current_user_can( Capabilities::MANAGE ) ? $build['message'] : '',
		);
	}

	/**
	 * The host's response is for users with the capability `headless_deploy_manage`.
	 *
	 * @return array{message: string, excerpt: string}|null
	 */
	private static function response( Run_Record $record ): ?array {
		if ( ! current_user_can( Capabilities::MANAGE ) ) {
			return null;
		}
		return array(
			'message' => $record->service_message,
			'excerpt' => $record->excerpt,
		);
	}

	/**
	 * @return list<array{at: string, durationMs: int, httpStatus: int, error: string, headline: string}>
	 */
	private static function attempts( Run_Record $record ): array {
		$accepted = Action::Refresh === $record->action ? __( 'Accepted by the front end', 'headless-deploy' ) : __( 'Accepted by the host', 'headless-deploy' );
		return array_map(
			static fn( array $attempt ): array => array(
				'at'         => Iso_Time::of( $attempt['at'] ),
				'durationMs' => $attempt['durationMs'],
				'httpStatus' => $attempt['httpStatus'],
				'error'      => $attempt['error'],
				'headline'   => '' === $attempt['error'] ? $accepted : Failure_Text::headline( $attempt['error'] ),
			),
			$record->attempts->all,
		);
	}
}
