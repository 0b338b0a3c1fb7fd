<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Runs;

use HeadlessDeploy\Iso_Time;
use HeadlessDeploy\Site_Time;

/**
 * Writes the log in batches, newest first, so that memory does not limit its length. It contains what the REST API returns
 * to the same user.
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

	/**
	 * Without it Excel does not read the file as UTF-8.
	 */
	public const BYTE_ORDER_MARK = "\u{FEFF}";

	/**
	 * Finds where a spreadsheet would see a formula: at the start of a cell, and after a semicolon, at which spreadsheets of
	 * many languages split a line. Quotes may precede it, because a spreadsheet removes them. The wide signs (＝＋－＠) of East
	 * Asian keyboards count too. It matches bytes, because a pattern of characters matches nothing in invalid UTF-8.
	 */
	private const FORMULA = '/(?:^|(?<=;))(?=(?: *"[" ]*)?(?:[=+\-@\t\r\n]|\xEF\xBC[\x9D\x8B\x8D\xA0]))/';

	public function __construct(
		private readonly Run_Log $log,
		private readonly Run_View $view,
	) {}

	/**
	 * @param callable(string): void $write Takes one piece after the other.
	 */
	public function write( string $format, Run_Filter $filter, callable $write ): void {
		$is_csv = self::CSV === $format;
		$write( $is_csv ? self::BYTE_ORDER_MARK . self::csv_line( self::COLUMNS ) : '{"runs":[' );
		$is_first = true;
		foreach ( $this->runs( $filter ) as $run ) {
			$write(
				$is_csv
					? self::csv_line( $this->cells( $run ) )
					: ( $is_first ? "\n" : ",\n" ) . wp_json_encode( $run->to_array(), JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE ),
			);
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
	 * @return list<string|int|null>
	 */
	private function cells( Run $run ): array {
		$record   = $run->record;
		$attempts = $record->attempts->all;
		$last     = end( $attempts );
		return array(
			$record->id,
			$record->key->environment_id,
			$record->action->value,
			$record->cause->value,
			$record->user_id,
			$run->user_name,
			$record->changes,
			$run->status->value,
			$run->is_accepted() ? 'true' : 'false',
			Iso_Time::or_null( $record->tracked_at ),
			$run->build?->name,
			$run->live?->url,
			0 === $record->http_status ? null : $record->http_status,
			$run->error_code,
			trim( $run->message . ' ' . $run->remedy ),
			$run->response['message'] ?? null,
			$record->operation,
			count( $attempts ),
			false === $last ? null : $last['durationMs'],
			Iso_Time::of( $record->created_at ),
			Iso_Time::or_null( $record->finished_at ),
			implode( '; ', array_map( self::reason( ... ), $run->reasons ) ),
			self::time( $record->created_at ),
			self::time( $record->finished_at ),
			$run->environment_label,
		);
	}

	/**
	 * @param int $ms 0 for none.
	 */
	private static function time( int $ms ): ?string {
		return 0 === $ms ? null : Site_Time::date_and_exact_time( intdiv( $ms, 1000 ) );
	}

	private static function reason( Reason $reason ): string {
		return '' === $reason->user_name ? $reason->text : "$reason->text ($reason->user_name)";
	}

	/**
	 * @param list<string|int|null> $cells
	 */
	public static function csv_line( array $cells ): string {
		return implode( ',', array_map( self::csv_cell( ... ), $cells ) ) . "\r\n";
	}

	private static function csv_cell( string|int|null $value ): string {
		if ( ! is_string( $value ) ) {
			return (string) $value;
		}
		$text = (string) preg_replace( self::FORMULA, "'", $value );
		return 1 === preg_match( '/[",\r\n]/', $text ) ? '"' . str_replace( '"', '""', $text ) . '"' : $text;
	}
}
