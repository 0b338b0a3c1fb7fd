<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tracking;

use HeadlessDeploy\Http\Answer;
use HeadlessDeploy\Http\Calls;

/**
 * Requests a page of the front end without credentials, and decides what it proves.
 */
final class Page_Check {
	public const PROVEN   = 'proven';
	public const STALE    = 'stale';
	public const UNPROVEN = 'unproven';
	public const UNREAD   = 'unread';

	private const MAX_REDIRECTS = 2;

	public function __construct( private readonly Calls $calls ) {}

	/**
	 * @return array{Tracked_Page, string} The page with its new fingerprint, and PROVEN, STALE (it shows the old content), UNREAD
	 *                                     (the front end did not answer, or with an error of its own) or UNPROVEN.
	 */
	public function check( Tracked_Page $page, Check_Budget $budget ): array {
		$fetched = $this->fetch( $page->url, $budget );
		if ( null === $fetched || 0 === $fetched->status ) {
			return array( $page, null === $fetched ? self::UNPROVEN : self::UNREAD );
		}
		if ( $fetched->status >= 500 ) {
			return array( $page->with_response( "$fetched->status " ), self::UNREAD );
		}
		if ( Tracked_Page::GONE === $page->page_status ) {
			return array(
				$page->with_response( "$fetched->status " ),
				in_array( $fetched->status, array( 404, 410 ), true ) ? self::PROVEN : self::UNPROVEN,
			);
		}
		$mark = $fetched->is_found() ? self::mark( $fetched->body ) : null;
		if ( null !== $mark ) {
			return array( $page, $mark >= $page->oldest_mark ? self::PROVEN : self::STALE );
		}
		return $this->without_mark( $page, $fetched );
	}

	/**
	 * Judges a page without a mark: it is new if it appears after a 404, or if it changes after two identical responses. A page
	 * that changes with every request proves nothing.
	 *
	 * @return array{Tracked_Page, string}
	 */
	private function without_mark( Tracked_Page $page, Answer $fetched ): array {
		$is_found    = $fetched->is_found();
		$seen        = $fetched->status . ' ' . ( $is_found ? substr( hash( 'sha256', $fetched->body ), 0, 16 ) : '' );
		$was_missing = 1 === preg_match( '/^4(04|10) /', $page->seen );
		$is_new      = $is_found && ( $was_missing || ( $page->is_steady && $seen !== $page->seen && str_starts_with( $page->seen, '2' ) ) );
		return array( $page->with_response( $seen ), $is_new ? self::PROVEN : self::UNPROVEN );
	}

	private function fetch( string $url, Check_Budget $budget ): ?Answer {
		for ( $redirects = 0; $redirects <= self::MAX_REDIRECTS && '' !== $url; $redirects++ ) {
			if ( ! $budget->spend() ) {
				return null;
			}
			$fetched = $this->calls->page( $url );
			if ( $fetched->status < 300 || $fetched->status > 399 ) {
				return $fetched;
			}
			$url = self::target( $url, $fetched->location );
		}
		return null;
	}

	/**
	 * @param  string $location Absolute or relative.
	 * @return string Empty for another host.
	 */
	private static function target( string $from, string $location ): string {
		$to   = '' === $location ? '' : \WP_Http::make_absolute_url( $location, $from );
		$host = static fn( string $url ): string => strtolower( wp_parse_url( $url, PHP_URL_HOST ) . ':' . wp_parse_url( $url, PHP_URL_PORT ) );
		$safe = wp_parse_url( $from, PHP_URL_SCHEME ) === wp_parse_url( $to, PHP_URL_SCHEME ) || 'https' === wp_parse_url( $to, PHP_URL_SCHEME );
		return '' !== $to && $safe && $host( $from ) === $host( $to ) && null === wp_parse_url( $to, PHP_URL_USER ) ? $to : '';
	}

	/**
	 * Returns the newest mark of a page, in seconds since 1970; null when it has none.
	 */
	private static function mark( string $html ): ?int {
		// `[^<>]` keeps the time linear for tags that are never closed.
		preg_match_all( '/<meta\b[^<>]*\bname\s*=\s*(["\']?)headless-deploy\1(?=[\s\/>])[^<>]*>/i', $html, $found );
		$newest = null;
		foreach ( $found[0] as $meta ) {
			if ( 1 === preg_match( '/\bcontent\s*=\s*["\']?(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)/i', $meta, $content ) ) {
				$newest = max( $newest ?? 0, (int) strtotime( $content[1] . 'Z' ) );
			}
		}
		return $newest;
	}
}
