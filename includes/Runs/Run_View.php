<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Runs;

use HeadlessDeploy\Capabilities;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Iso_Time;
use HeadlessDeploy\Queue\Lane_Key;
use HeadlessDeploy\Queue\Run_Status;
use HeadlessDeploy\Tracking\Tracking_Record;

/**
 * Turns rows of the log into what the current user may know of them: `Run` of src/shared/wire.ts.
 *
 * @phpstan-import-type Row from Run_Log
 * @phpstan-import-type Found_Build from Tracking_Record
 * @phpstan-type Run array<string, mixed>
 */
final class Run_View {
	/**
	 * @param Reasons $reasons Puts them into words.
	 */
	public function __construct(
		private readonly Run_Log $log,
		private readonly Reasons $reasons,
		private readonly Environments $environments,
	) {}

	/**
	 * Renders runs.
	 *
	 * @param  list<Row>                  $rows   Rows of the log.
	 * @param  array<string, string>|null $labels Label of each environment, by id; null reads them.
	 * @return array<int, Run>            By id, in the order of the rows.
	 */
	public function render( array $rows, ?array $labels = null ): array {
		$lanes = array();
		foreach ( $rows as $row ) {
			$lanes[ (int) $row->id ] = Lane_Key::of_row( $row );
		}
		$reasons = $this->log->reasons_of( $lanes );
		$this->reasons->learn_names( $rows );
		$this->reasons->prime( $reasons );
		$labels ??= array() === $rows ? array() : $this->environments->labels();
		$runs = array();
		foreach ( $rows as $row ) {
			$runs[ (int) $row->id ] = $this->run( $row, $reasons[ (int) $row->id ] ?? array(), $labels[ $row->environment_id ] ?? $row->environment_id );
		}
		return $runs;
	}

	/**
	 * Renders one run.
	 *
	 * @return Run|null Null when there is none of this id on this site.
	 */
	public function find( int $id ): ?array {
		$row = $this->log->find( $id );
		return null === $row ? null : $this->render( array( $row ) )[ $id ];
	}

	/**
	 * Renders one row.
	 *
	 * @param  Row          $row     Row of the log.
	 * @param  list<string> $reasons Stored reasons of its rows.
	 * @return Run
	 */
	private function run( object $row, array $reasons, string $label ): array {
		$tracking = Tracking_Record::from_json( $row->tracking ?? null );
		$status   = Run_Status::of( $row );
		$code     = self::error_code( $row, $status, $tracking );
		$run      = array(
			'id'               => (int) $row->id,
			'environment'      => $row->environment_id,
			'environmentLabel' => $label,
			'lane'             => $row->lane,
			'action'           => $row->action,
			'cause'            => $row->cause,
			'user'             => $this->reasons->user( (int) $row->user_id ),
			'reasons'          => $this->reasons->of_rows( $reasons ),
			'changes'          => (int) $row->changes,
			'status'           => $status->value,
			'accepted'         => Run_Status::Accepted->value === $row->status,
			'trackedAt'        => Iso_Time::or_null( (int) $row->tracked_at ),
			'live'             => Run_Status::Failed === $status ? null : $tracking->live,
			'build'            => self::build( $tracking->build ),
			'httpStatus'       => (int) $row->http_status,
			'errorCode'        => $code,
			'message'          => self::message( $row, $code, $tracking->build ),
			'response'         => $this->response( $row ),
			'operation'        => $this->text( $row->operation ),
			'attempts'         => $this->attempts( $row->attempts ),
			'createdAt'        => Iso_Time::of( (int) $row->created_at ),
			'finishedAt'       => Iso_Time::or_null( (int) $row->finished_at ),
		);
		$text = new Run_Text( $run );
		return $run + array(
			'needsNewUrl'    => Failure_Text::needs_new_url( $run['errorCode'] ),
			'symbol'         => $text->symbol(),
			'headline'       => $text->headline()->to_array(),
			'causeLabel'     => $text->cause(),
			'changesSummary' => $text->changes(),
		);
	}

	/**
	 * Returns why the run failed, at the call or in the build, or why its build cannot be seen; empty when it did not.
	 *
	 * @param Row $row
	 */
	private static function error_code( object $row, Run_Status $status, Tracking_Record $tracking ): string {
		return match ( true ) {
			Run_Status::Accepted->value !== $row->status                   => $row->error_code,
			Run_Status::Failed === $status                                 => $tracking->build['code'] ?? '',
			Run_Status::Building === $status && $tracking->is_unanswered() => 'headless_deploy_build_unseen',
			default                                                        => $row->error_code,
		};
	}

	/**
	 * Returns what happened and what to do; empty when the run did not fail.
	 *
	 * @param Row              $row
	 * @param Found_Build|null $build
	 */
	private static function message( object $row, string $code, ?array $build ): string {
		$name = null === $build || 0 === $build['number'] ? $build['name'] ?? '' : (string) $build['number'];
		$data = array(
			'status' => (string) (int) $row->http_status,
			'build'  => $name,
		);
		return '' === $code ? '' : Errors::for_reader( $code, $data );
	}

	/**
	 * Renders the host's build. Its page and its message are for users with the capability `headless_deploy_manage`.
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
	 * Returns what the service said, to those alone who manage the connection.
	 *
	 * @param  Row                                          $row Row of the log.
	 * @return array{message: string, excerpt: string}|null
	 */
	private function response( object $row ): ?array {
		if ( ! current_user_can( Capabilities::MANAGE ) ) {
			return null;
		}
		return array(
			'message' => $this->text( $row->service_message ),
			'excerpt' => $this->text( $row->excerpt ),
		);
	}

	/**
	 * Renders stored attempts.
	 *
	 * @param  string                                                                                     $json As they were stored.
	 * @return list<array{at: string, durationMs: int, httpStatus: int, error: string, headline: string}>
	 */
	private function attempts( string $json ): array {
		$stored   = json_decode( $json, true );
		$attempts = array();
		foreach ( is_array( $stored ) ? $stored : array() as $attempt ) {
			if ( is_array( $attempt ) ) {
				$error      = (string) ( $attempt['error'] ?? '' );
				$attempts[] = array(
					'at'         => Iso_Time::of( (int) ( $attempt['at'] ?? 0 ) ),
					'durationMs' => (int) ( $attempt['durationMs'] ?? 0 ),
					'httpStatus' => (int) ( $attempt['httpStatus'] ?? 0 ),
					'error'      => $error,
					'headline'   => '' === $error ? __( 'Accepted by the host', 'headless-deploy' ) : Failure_Text::headline( $error ),
				);
			}
		}
		return $attempts;
	}

	/**
	 * Reads a text that was stored as JSON.
	 *
	 * @param string $json As it was stored.
	 */
	private function text( string $json ): string {
		$text = json_decode( $json, true );
		return is_string( $text ) ? $text : '';
	}
}
