<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Deliveries;

use HeadlessDeploy\Site_Time;

/**
 * Writes the log piece by piece, newest first, so that its length does not matter. It holds what the routes answer to
 * the same person, and no more.
 *
 * @phpstan-import-type Delivery from Delivery_View
 */
final class Export {
	public const CSV     = 'csv';
	public const JSON    = 'json';
	public const FORMATS = array( self::CSV, self::JSON );

	/**
	 * How many entries are in memory at once.
	 */
	private const PIECE = 100;

	private const COLUMNS = array( 'id', 'environment', 'action', 'cause', 'userId', 'user', 'changes', 'state', 'outcome', 'outcomeAt', 'build', 'liveUrl', 'httpStatus', 'errorCode', 'message', 'response', 'operation', 'attempts', 'durationMs', 'createdAt', 'finishedAt', 'reasons', 'started', 'finished', 'environmentLabel' );

	public function __construct(
		private readonly Delivery_Log $log,
		private readonly Delivery_View $view,
	) {}

	/**
	 * Writes all that passes a filter.
	 *
	 * @param callable(string): void $write Takes one piece after the other.
	 */
	public function write( string $format, Delivery_Filter $filter, callable $write ): void {
		$is_csv = self::CSV === $format;
		$write( $is_csv ? Csv::BYTE_ORDER_MARK . Csv::line( self::COLUMNS ) : '{"deliveries":[' );
		$is_first = true;
		foreach ( $this->deliveries( $filter ) as $delivery ) {
			$write( $is_csv ? Csv::line( $this->cells( $delivery ) ) : ( $is_first ? "\n" : ",\n" ) . wp_json_encode( $delivery, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE ) );
			$is_first = false;
		}
		$write( $is_csv ? '' : "\n]}\n" );
	}

	/**
	 * Reads all that passes a filter, one piece after the other.
	 *
	 * @return iterable<Delivery>
	 */
	private function deliveries( Delivery_Filter $filter ): iterable {
		$before = PHP_INT_MAX;
		do {
			$rows    = $this->log->before( $before, self::PIECE, $filter );
			$is_last = count( $rows ) < self::PIECE;
			foreach ( $this->view->render( $rows ) as $id => $delivery ) {
				$before = $id;
				yield $delivery;
			}
			// Posts and users that were read for the reasons would pile up.
			if ( wp_cache_supports( 'flush_runtime' ) ) {
				wp_cache_flush_runtime();
			}
		} while ( ! $is_last );
	}

	/**
	 * Returns the cells of one entry, in the order of the columns.
	 *
	 * @param  Delivery              $delivery As the routes answer it.
	 * @return list<string|int|null>
	 */
	private function cells( array $delivery ): array {
		$last = end( $delivery['attempts'] );
		return array(
			$delivery['id'],
			$delivery['environment'],
			$delivery['action'],
			$delivery['cause'],
			$delivery['user']['id'],
			$delivery['user']['name'],
			$delivery['changes'],
			$delivery['state'],
			$delivery['outcome'],
			$delivery['outcomeAt'],
			$delivery['build']['name'] ?? null,
			$delivery['live']['url'] ?? null,
			0 === $delivery['httpStatus'] ? null : $delivery['httpStatus'],
			$delivery['errorCode'],
			$delivery['message'],
			$delivery['response']['message'] ?? null,
			$delivery['operation'],
			count( $delivery['attempts'] ),
			false === $last ? null : $last['durationMs'],
			$delivery['createdAt'],
			$delivery['finishedAt'],
			implode( '; ', array_map( $this->reason( ... ), $delivery['reasons'] ) ),
			self::time( $delivery['createdAt'] ),
			self::time( $delivery['finishedAt'] ),
			$delivery['environmentLabel'],
		);
	}

	/**
	 * Returns a time in the site's own format, null for none.
	 *
	 * @param string|null $at As the routes answer it.
	 */
	private static function time( ?string $at ): ?string {
		return null === $at ? null : Site_Time::date_and_exact_time( (int) strtotime( $at ) );
	}

	/**
	 * Returns a reason as one phrase, with who did it.
	 *
	 * @param array{text: string, user: array{name: string}} $reason As the routes answer it.
	 */
	private function reason( array $reason ): string {
		return '' === $reason['user']['name'] ? $reason['text'] : "{$reason['text']} ({$reason['user']['name']})";
	}
}
