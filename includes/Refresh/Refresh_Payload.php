<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Refresh;

use HeadlessDeploy\Iso_Time;

/**
 * Writes the bodies of the refresh requests of a run. Receivers limit the size of a request, so a long list of tags and
 * paths is divided; each part is complete in itself.
 *
 * @phpstan-type Envelope array{site: string, environment: string, run: int, sequence: int, since: int|null}
 */
final class Refresh_Payload {
	/**
	 * A body is shorter than this.
	 */
	public const MAX_BYTES = 20_000;

	/**
	 * Returns the bodies with the id of each request: `run-812`, or `run-812-1` and so on.
	 *
	 * Only the last part names the new sequence: a front end that received only the first parts has not caught up.
	 *
	 * @param  Envelope                        $envelope
	 * @param  int                             $now      Milliseconds since 1970.
	 * @return non-empty-array<string, string> Body, by id.
	 */
	public static function requests( Refresh_Content $content, array $envelope, int $now ): array {
		$chunks   = self::chunks( $content, $envelope, $now );
		$id       = "run-{$envelope['run']}";
		$is_one   = 1 === count( $chunks );
		$requests = array();
		foreach ( $chunks as $index => $body ) {
			$requests[ $is_one ? $id : $id . '-' . ( $index + 1 ) ] = $body;
		}
		return $requests;
	}

	/**
	 * @param  Envelope               $envelope
	 * @param  int                    $now      Milliseconds since 1970.
	 * @return non-empty-list<string>
	 */
	public static function chunks( Refresh_Content $content, array $envelope, int $now ): array {
		// A request that made progress must never be undone by a later one.
		$envelope['sequence'] = max( $envelope['sequence'], $envelope['since'] ?? 0 );
		$unfinished           = array( 'sequence' => $envelope['since'] ) + $envelope;

		// “null” is longer than a short number.
		$empty  = Refresh_Content::some( array(), array(), array() );
		$longer = max( strlen( self::body( $envelope, $empty, $now ) ), strlen( self::body( $unfinished, $empty, $now ) ) );
		$parts  = $content->is_all ? null : self::parts( $content, self::MAX_BYTES - $longer );
		if ( null === $parts ) {
			$body = self::body( $envelope, Refresh_Content::all( $content->tags ), $now );
			return array( strlen( $body ) < self::MAX_BYTES ? $body : self::body( $envelope, Refresh_Content::all(), $now ) );
		}
		$last   = array_pop( $parts );
		$bodies = array_map( static fn( Refresh_Content $part ): string => self::body( $unfinished, $part, $now ), $parts );
		return array( ...$bodies, self::body( $envelope, $last, $now ) );
	}

	/**
	 * @param string $site Address of the site.
	 * @param int    $now  Milliseconds since 1970.
	 */
	public static function ping( string $site, string $environment, int $now ): string {
		return self::encode( array(
			'type'      => 'ping',
			'timestamp' => Iso_Time::of( $now ),
			'data'      => array( 'site' => $site, 'environment' => $environment ),
		) );
	}

	/**
	 * Divides the tags and paths.
	 *
	 * @param  int                                  $room Bytes for the tags and paths of one body.
	 * @return non-empty-list<Refresh_Content>|null Null when a single path has no room.
	 */
	private static function parts( Refresh_Content $content, int $room ): ?array {
		$parts = array( array() );
		$bytes = 0;
		$lists = array( $content->tags, $content->changed, $content->gone );
		foreach ( $lists as $list => $texts ) {
			foreach ( $texts as $text ) {
				$length = strlen( self::encode( $text ) ) + 1;
				if ( $length > $room ) {
					return null;
				}
				if ( $bytes + $length > $room ) {
					$parts[] = array();
					$bytes   = 0;
				}
				$parts[ array_key_last( $parts ) ][ $list ][] = $text;
				$bytes += $length;
			}
		}
		return array_map(
			static fn( array $part ): Refresh_Content => Refresh_Content::some( $part[0] ?? array(), $part[1] ?? array(), $part[2] ?? array() ),
			$parts,
		);
	}

	/**
	 * @param array{site: string, environment: string, run: int, sequence: int|null, since: int|null} $envelope
	 */
	private static function body( array $envelope, Refresh_Content $content, int $now ): string {
		$data = array(
			'site'        => $envelope['site'],
			'environment' => $envelope['environment'],
			'run'         => $envelope['run'],
			'sequence'    => $envelope['sequence'],
			'since'       => $envelope['since'],
		);
		return self::encode( array( 'type' => 'content.changed', 'timestamp' => Iso_Time::of( $now ), 'data' => $data + $content->to_array() ) );
	}

	private static function encode( mixed $value ): string {
		return (string) wp_json_encode( $value, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_INVALID_UTF8_SUBSTITUTE );
	}
}
