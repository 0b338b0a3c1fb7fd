<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\General;

use HeadlessDeploy\Json_Schema;
use HeadlessDeploy\Option_Row;
use HeadlessDeploy\Read_Failed;
use HeadlessDeploy\Stored_Value;
use HeadlessDeploy\Untyped;

/**
 * Remembers the meta keys that cron writes and that are ignored, and those that visitors write again and again, so that an
 * administrator can decide about them. It is bounded, and written only by requests of cron and of visitors.
 *
 * @phpstan-type Noticed array{by: string, isCounter: bool, times: int, at: int, posts: list<int>}
 * @phpstan-type View list<array{key: string, text: string, starts: string}>
 */
final class Noticed_Meta {
	/**
	 * Not autoloaded.
	 */
	public const OPTION = 'headless_deploy_noticed_meta';

	public const BY_CRON     = 'cron';
	public const BY_VISITORS = 'visitors';

	private const MAX_KEYS  = 20;
	private const MAX_POSTS = 50;
	private const MAX_TIMES = 100;

	/**
	 * Visitors may write a key a few times without being noticed.
	 */
	private const MIN_TIMES_OF_VISITORS = 3;

	private const INTERVAL_MS = 3_600_000;

	/**
	 * Stores what a request noticed. A key that was noticed a short time ago with the same posts is not written again.
	 *
	 * @param array<string, array{by: string, isCounter: bool, posts: list<int>}> $noticed By key.
	 */
	public static function add( array $noticed, int $now ): void {
		$edit = static function ( array $stored ) use ( $noticed, $now ): array {
			foreach ( $noticed as $key => $new ) {
				$old    = $stored[ $key ] ?? null;
				$posts  = array_slice( array_values( array_unique( array( ...( $old['posts'] ?? array() ), ...$new['posts'] ) ) ), 0, self::MAX_POSTS );
				$times  = min( self::MAX_TIMES, ( $old['times'] ?? 0 ) + 1 );
				$is_due = null === $old
					|| $now - $old['at'] >= self::INTERVAL_MS
					|| $posts !== $old['posts']
					|| $new['by'] !== $old['by']
					|| $new['isCounter'] !== $old['isCounter']
					|| $times <= self::MIN_TIMES_OF_VISITORS;
				if ( $is_due ) {
					unset( $stored[ $key ] );
					$stored[ $key ] = array(
						'by'        => $new['by'],
						'isCounter' => $new['isCounter'],
						'times'     => $times,
						'at'        => $now,
						'posts'     => $posts,
					);
				}
			}
			return array_slice( $stored, -self::MAX_KEYS, null, true );
		};
		try {
			( new Option_Row( self::OPTION ) )->change( self::parse( ... ), $edit );
		} catch ( Read_Failed ) {
			// The next request notices the key.
			return;
		}
	}

	/**
	 * Returns the noticed keys about which no setting decides yet, newest first, with what happened in words.
	 *
	 * @param  list<string> $decided Keys that are ignored or counted by a setting; an asterisk at the end matches any characters.
	 * @return View
	 */
	public static function view( array $decided ): array {
		$stored = self::parse( Untyped::text( maybe_serialize( get_option( self::OPTION, array() ) ) ) );
		$open   = array_filter(
			$stored,
			static fn( array $noticed ): bool => self::BY_CRON === $noticed['by']
				|| $noticed['isCounter']
				|| $noticed['times'] >= self::MIN_TIMES_OF_VISITORS,
		);
		$open = array_reverse(
			array_filter( $open, static fn( int|string $key ): bool => ! Option_Names::matches( (string) $key, $decided ), ARRAY_FILTER_USE_KEY ),
			true,
		);
		_prime_post_caches(
			array_filter( array_map( static fn( array $noticed ): int => $noticed['posts'][0] ?? 0, array_values( $open ) ) ),
			false,
			false,
		);
		$view = array();
		foreach ( $open as $key => $noticed ) {
			$view[] = array(
				'key'    => (string) $key,
				'text'   => self::text( (string) $key, $noticed ),
				'starts' => self::starts( $noticed ),
			);
		}
		return $view;
	}

	public static function schema(): Json_Schema {
		return Json_Schema::list_of( Json_Schema::closed(
			key: Json_Schema::text(),
			text: Json_Schema::text(),
			starts: Json_Schema::one_of( 'noticed-start', array( 'nothing', 'refreshes', 'runs' ) ),
		) );
	}

	/**
	 * @param Noticed $noticed
	 */
	private static function starts( array $noticed ): string {
		return match ( true ) {
			self::BY_CRON === $noticed['by'] => 'nothing',
			$noticed['isCounter']            => 'refreshes',
			default                          => 'runs',
		};
	}

	/**
	 * @param Noticed $noticed
	 */
	private static function text( string $key, array $noticed ): string {
		$posts = self::posts( $noticed['posts'] );
		return match ( self::starts( $noticed ) ) {
			/* translators: 1: a meta key, for example _EventStartDate. 2: number and kind of posts, for example “40 Events”. */
			'nothing' => sprintf( __( '“%1$s” of %2$s, by cron: ignored', 'headless-deploy' ), $key, $posts ),
			/* translators: 1: a meta key, for example likes. 2: number and kind of posts, for example “40 Posts”. */
			'refreshes' => sprintf( __( '“%1$s” of %2$s, counted up by visitors: starts no run', 'headless-deploy' ), $key, $posts ),
			/* translators: 1: a meta key, for example likes. 2: number and kind of posts, for example “40 Posts”. */
			default => sprintf( __( '“%1$s” of %2$s, often changed by visitors: starts runs', 'headless-deploy' ), $key, $posts ),
		};
	}

	/**
	 * @param list<int> $ids
	 */
	private static function posts( array $ids ): string {
		$type   = get_post_type_object( (string) get_post_type( $ids[0] ?? 0 ) );
		$count  = count( $ids );
		$number = $count >= self::MAX_POSTS ? number_format_i18n( $count ) . '+' : number_format_i18n( $count );
		$labels = null === $type ? null : $type->labels;
		return sprintf(
			/* translators: 1: a number, also “50+”. 2: kind of posts, for example Events. */
			__( '%1$s %2$s', 'headless-deploy' ),
			$number,
			(string) ( 1 === $count ? $labels->singular_name ?? '' : $labels->name ?? '' ),
		);
	}

	/**
	 * @return array<string, Noticed>
	 */
	private static function parse( ?string $raw ): array {
		$noticed = Json_Schema::partial(
			by: Json_Schema::one_of( 'noticed-by', array( self::BY_CRON, self::BY_VISITORS ) )->with( default: self::BY_VISITORS ),
			isCounter: Json_Schema::boolean(),
			times: Json_Schema::integer(),
			at: Json_Schema::integer(),
			posts: Json_Schema::list_of( Json_Schema::integer() ),
		);
		/** @var array<string, Noticed> */
		return Stored_Value::of_row( Json_Schema::map_of( $noticed )->with( propertyNames: Json_Schema::text()->with( minLength: 1 ) ), $raw );
	}
}
