<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Runs;

use HeadlessDeploy\Site_Time;

/**
 * Writes the log in batches, newest first, so that memory does not limit its length. It contains what the REST API returns
 * to the same user.
 *
 * @phpstan-import-type Run from Run_View
 */
final class Export {
	public const CSV     = 'csv';
	public const JSON    = 'json';
	public const FORMATS = array( self::CSV, self::JSON );

	private const BATCH_SIZE = 100;

	private const COLUMNS = array(
		'id', 'environment', 'action', 'cause', 'userId', 'user', 'changes', 'status', 'accepted', 'trackedAt',
		'build', 'liveUrl', 'httpStatus', 'errorCode', 'message', 'response', 'operation', 'attempts', 'durationMs',
		'createdAt', 'finishedAt', 'reasons', 'started', 'finished', 'environmentLabel',
	);

	public function __construct(
		private readonly Run_Log $log,
		private readonly Run_View $view,
	) {}

	/**
	 * @param callable(string): void $write Takes one piece after the other.
	 */
	public function write( string $format, Run_Filter $filter, callable $write ): void {
		$is_csv = self::CSV === $format;
		$write( $is_csv ? Csv::BYTE_ORDER_MARK . Csv::line( self::COLUMNS ) : '{"runs":[' );
		$is_first = true;
		foreach ( $this->runs( $filter ) as $run ) {
			$write( $is_csv ? Csv::line( $this->cells( $run ) ) : ( $is_first ? "\n" : ",\n" ) . wp_json_encode( $run, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE ) );
			$is_first = false;
		}
		$write( $is_csv ? '' : "\n]}\n" );
	}

	/**
	 * @return iterable<Run>
	 */
	private function runs( Run_Filter $filter ): iterable {
		$before = PHP_INT_MAX;
		do {
			$rows    = $this->log->older_than( $before, self::BATCH_SIZE, $filter );
			$is_last = count( $rows ) < self::BATCH_SIZE;
			foreach ( $this->view->render( $rows ) as $id => $run ) {
				$before = $id;
				yield $run;
			}
			// Otherwise the cache would keep all posts and users that were read for the reasons.
			if ( wp_cache_supports( 'flush_runtime' ) ) {
				wp_cache_flush_runtime();
			}
		} while ( ! $is_last );
	}

	/**
	 * @param  Run                   $run As the routes answer it.
	 * @return list<string|int|null>
	 */
	private function cells( array $run ): array {
		$last = end( $run['attempts'] );
		return array(
			$run['id'],
			$run['environment'],
			$run['action'],
			$run['cause'],
			$run['user']['id'],
			$run['user']['name'],
			$run['changes'],
			$run['status'],
			$run['accepted'] ? 'true' : 'false',
			$run['trackedAt'],
			$run['build']['name'] ?? null,
			$run['live']['url'] ?? null,
			0 === $run['httpStatus'] ? null : $run['httpStatus'],
			$run['errorCode'],
			trim( $run['message'] . ' ' . $run['remedy'] ),
			$run['response']['message'] ?? null,
			$run['operation'],
			count( $run['attempts'] ),
			false === $last ? null : $last['durationMs'],
			$run['createdAt'],
			$run['finishedAt'],
			implode( '; ', array_map( $this->reason( ... ), $run['reasons'] ) ),
			self::time( $run['createdAt'] ),
			self::time( $run['finishedAt'] ),
			$run['environmentLabel'],
		);
	}

	private static function time( ?string $at ): ?string {
		return null === $at ? null : Site_Time::date_and_exact_time( (int) strtotime( $at ) );
	}

	/**
	 * @param array{text: string, user: array{name: string}} $reason As the routes answer it.
	 */
	private function reason( array $reason ): string {
		return '' === $reason['user']['name'] ? $reason['text'] : "{$reason['text']} ({$reason['user']['name']})";
	}
}
