<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\Listeners;

use HeadlessDeploy\Changes\Change;
use HeadlessDeploy\Changes\General\Noticed_Meta;
use HeadlessDeploy\Clock;
use HeadlessDeploy\Network;

/**
 * Collects the meta keys of a request about which an administrator may want to decide.
 */
final class Noticed_Keys implements Marking_Listener {
	private const MAX_KEYS  = 20;
	private const MAX_POSTS = 50;

	/**
	 * By site and key.
	 *
	 * @var array<int, array<string, array{by: string, isCounter: bool, posts: list<int>}>>
	 */
	private array $noticed = array();

	public function __construct( private readonly Clock $clock ) {}

	public function hook(): void {}

	/**
	 * @param string $by A constant of Noticed_Meta.
	 */
	public function note( string $key, string $by, int $post_id, bool $is_counter ): void {
		$blog_id = get_current_blog_id();
		$key     = Change::one_line( $key );
		$posts   = $this->noticed[ $blog_id ][ $key ]['posts'] ?? array();
		if ( isset( $this->noticed[ $blog_id ][ $key ] ) || count( $this->noticed[ $blog_id ] ?? array() ) < self::MAX_KEYS ) {
			$this->noticed[ $blog_id ][ $key ] = array(
				'by'        => $by,
				'isCounter' => $is_counter,
				'posts'     => count( $posts ) < self::MAX_POSTS && ! in_array( $post_id, $posts, true ) ? array( ...$posts, $post_id ) : $posts,
			);
		}
	}

	public function record_marked(): void {
		$noticed       = array_filter( $this->noticed );
		$this->noticed = array();
		Network::on_sites( $noticed, fn( array $keys ) => Noticed_Meta::add( $keys, $this->clock->now_ms() ) );
	}
}
