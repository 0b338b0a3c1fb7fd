<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

use HeadlessDeploy\Environments\Routing;
use HeadlessDeploy\Environments\Stored_Environments;
use HeadlessDeploy\Secrets\Encryption;
use WP_Object_Cache;

/**
 * The object caches of the processes: one for each, with the options as they were at the beginning of the schedule, or
 * a persistent one that all share. Sometimes it holds older values of the plugin's options, or none.
 */
final class Object_Caches {
	private const SHARED_PERCENT   = 30;
	private const POISONED_PERCENT = 12;

	/**
	 * The persistent cache, or null.
	 */
	private readonly ?WP_Object_Cache $shared;

	private readonly string $older;

	public function __construct(
		private readonly World $world,
		private readonly WP_Object_Cache $first,
	) {
		global $wpdb;
		$this->shared = $world->random->chance( self::SHARED_PERCENT ) ? clone $first : null;
		$this->older  = (string) ( $world->database->read_directly( "SELECT option_value FROM {$wpdb->options} WHERE option_name = '" . Stored_Environments::OPTION . "'" )[0]['option_value'] ?? '' );
	}

	public function next(): WP_Object_Cache {
		$cache = $this->shared ?? clone $this->first;
		if ( ! $this->world->is_quiet && $this->world->random->chance( self::POISONED_PERCENT ) ) {
			$is_none = $this->world->random->chance( 50 );
			$this->world->log->cover( 'a cache with ' . ( $is_none ? 'nothing' : 'older values' ) . ( null === $this->shared ? '' : ' for all' ) );
			$is_none ? $this->empty( $cache ) : $this->age( $cache );
		}
		return $cache;
	}

	/**
	 * Returns the routing in the shared cache, or null when it has none.
	 */
	public function routing(): ?string {
		$all = $this->shared?->get( 'alloptions', 'options' );
		return is_array( $all ) ? (string) ( $all[ Routing::OPTION ] ?? '' ) : null;
	}

	private function empty( WP_Object_Cache $cache ): void {
		$names = array( ...Stored_Environments::OPTIONS, Encryption::KEY_OPTION );
		$all   = $cache->get( 'alloptions', 'options' );
		$none  = $cache->get( 'notoptions', 'options' );
		if ( is_array( $all ) ) {
			$cache->set( 'alloptions', array_diff_key( $all, array_flip( $names ) ), 'options' );
		}
		foreach ( $names as $name ) {
			$cache->delete( $name, 'options' );
		}
		$cache->set( 'notoptions', array_fill_keys( $names, true ) + ( is_array( $none ) ? $none : array() ), 'options' );
	}

	private function age( WP_Object_Cache $cache ): void {
		$cache->set( 'alloptions', $this->first->get( 'alloptions', 'options' ), 'options' );
		$cache->set( Stored_Environments::OPTION, $this->older, 'options' );
		$cache->set( Encryption::KEY_OPTION, serialize( array( 'key' => base64_encode( str_repeat( 'x', 32 ) ) ) ), 'options' );
	}
}
