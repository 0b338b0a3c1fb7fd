<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

use HeadlessDeploy\Changes\Change;
use HeadlessDeploy\Queue\Stored_Reason;

/**
 * The committed changes of an environment that request a refresh, in the order in which they were committed, and the pages
 * that show them. The posts were deleted, so that the rows alone name them. Some paths are so long that a run needs
 * several requests.
 */
final class Page_Changes {
	public const PAGES = 6;

	private const FIRST_POST     = 900_000;
	private const LONG_PATH      = 8_000;
	private const LONG_PERCENT   = 40;
	private const HIDDEN_PERCENT = 10;

	/**
	 * Pages by id of the row.
	 *
	 * @var array<int, list<int>>
	 */
	private array $pages_of = array();

	public function __construct(
		private readonly World $world,
		private readonly string $environment,
	) {}

	/**
	 * @return array{int, list<Stored_Reason>} Number of changes, and the reasons of a row. Sometimes the reasons do not name
	 *                                         every change.
	 */
	public static function some( Random_Numbers $random ): array {
		$reasons = array();
		for ( $left = $random->number( 1, 3 ); $left > 0; $left-- ) {
			$page      = $random->number( 1, self::PAGES );
			$path      = "/page-$page/" . ( $random->chance( self::LONG_PERCENT ) ? str_repeat( 'x', self::LONG_PATH ) . '/' : '' );
			$reasons[] = new Stored_Reason( Change::DELETED, Change::POST, 'page', self::FIRST_POST + $page, path: $path );
		}
		return array( count( $reasons ) + ( $random->chance( self::HIDDEN_PERCENT ) ? 1 : 0 ), $reasons );
	}

	/**
	 * Returns how many rows were committed until now.
	 */
	public function count(): int {
		global $wpdb;
		$rows = $this->world->database->read_directly( "SELECT id, changes, reasons FROM {$wpdb->headless_deploy_changes} WHERE environment_id = '$this->environment' AND action = 'refresh' AND manual = 0 ORDER BY id" );
		foreach ( $rows as $row ) {
			$this->pages_of[ (int) $row['id'] ] ??= self::pages( (int) $row['changes'], (array) json_decode( (string) $row['reasons'], true ) );
		}
		return count( $this->pages_of );
	}

	/**
	 * Tells which of the first rows a page does not show.
	 *
	 * @param  array<int, int> $shown How many rows each page shows.
	 * @return string|null     Null when all pages are up to date.
	 */
	public function first_stale( array $shown, int $committed ): ?string {
		foreach ( array_keys( $this->pages_of ) as $place => $id ) {
			foreach ( $place < $committed ? $this->pages_of[ $id ] : array() as $page ) {
				if ( $shown[ $page ] <= $place ) {
					return "page $page does not show row $id";
				}
			}
		}
		return null;
	}

	/**
	 * Tells whether a request or the feed names a page. The front end finds even pages by their tags, odd ones by their paths.
	 *
	 * @param array{scope: string, tags: list<string>, paths: array{changed: list<string>, gone: list<string>}, ...} $data
	 */
	public static function names( array $data, int $page ): bool {
		$paths = array( ...$data['paths']['changed'], ...$data['paths']['gone'] );
		return 'all' === $data['scope'] || ( 0 === $page % 2
			? in_array( 'post-' . ( self::FIRST_POST + $page ), $data['tags'], true )
			: array() !== array_filter( $paths, static fn( string $path ): bool => str_starts_with( $path, "/page-$page/" ) ) );
	}

	/**
	 * @param  array<mixed> $reasons
	 * @return list<int>
	 */
	private static function pages( int $changes, array $reasons ): array {
		return $changes > count( $reasons ) ? range( 1, self::PAGES ) : array_map( static fn( int $post ): int => $post - self::FIRST_POST, array_column( $reasons, 'id' ) );
	}
}
