<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Runs;

use HeadlessDeploy\Capabilities;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Iso_Time;
use HeadlessDeploy\Queue\Lane_Key;

/**
 * Turns rows of the log into what the current user may know of them: `Run` of src/shared/wire.ts.
 *
 * @phpstan-import-type Row from Run_Log
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
		$status  = (int) $row->http_status;
		$outcome = Run_Outcome::of( $row );
		$run     = array(
			'id'               => (int) $row->id,
			'environment'      => $row->environment_id,
			'environmentLabel' => $label,
			'lane'             => $row->lane,
			'action'           => $row->action,
			'cause'            => $row->cause,
			'user'             => $this->reasons->user( (int) $row->user_id ),
			'reasons'          => $this->reasons->of_rows( $reasons ),
			'changes'          => (int) $row->changes,
			'state'            => $row->state,
			'outcome'          => $row->outcome,
			'outcomeAt'        => Iso_Time::or_null( (int) $row->outcome_at ),
			'live'             => $outcome->live(),
			'build'            => $outcome->build(),
			'httpStatus'       => $status,
			'errorCode'        => $outcome->error_code(),
			'message'          => $outcome->message(),
			'response'         => $this->response( $row ),
			'operation'        => $this->text( $row->operation ),
			'attempts'         => $this->attempts( $row->attempts ),
			'createdAt'        => Iso_Time::of( (int) $row->created_at ),
			'finishedAt'       => Iso_Time::or_null( (int) $row->finished_at ),
		);
		$text = new Run_Text( $run );
		return $run + array(
			'symbol'         => $text->symbol(),
			'headline'       => $text->headline()->to_array(),
			'causeLabel'     => $text->cause(),
			'changesSummary' => $text->changes(),
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
	 * @param  string                                                                   $json As they were stored.
	 * @return list<array{at: string, durationMs: int, httpStatus: int, error: string}>
	 */
	private function attempts( string $json ): array {
		$stored   = json_decode( $json, true );
		$attempts = array();
		foreach ( is_array( $stored ) ? $stored : array() as $attempt ) {
			if ( is_array( $attempt ) ) {
				$attempts[] = array(
					'at'         => Iso_Time::of( (int) ( $attempt['at'] ?? 0 ) ),
					'durationMs' => (int) ( $attempt['durationMs'] ?? 0 ),
					'httpStatus' => (int) ( $attempt['httpStatus'] ?? 0 ),
					'error'      => (string) ( $attempt['error'] ?? '' ),
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
