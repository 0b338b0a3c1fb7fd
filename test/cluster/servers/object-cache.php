<?php
/**
 * Drop-in for the tests: an object cache in Redis that all web servers share. It behaves like the known ones: a request
 * keeps what it has read, and a request that loses Redis goes on without it.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace {
	use HeadlessDeploy\Tests\Cluster\Object_Cache;

	function wp_cache_init(): void {
		$GLOBALS['wp_object_cache'] = new Object_Cache();
	}

	function wp_cache_add( int|string $key, mixed $data, string $group = '', int|string $expire = 0 ): bool {
		return ! wp_suspend_cache_addition() && Object_Cache::current()->write( $key, $data, $group, (int) $expire, 'NX' );
	}

	function wp_cache_replace( int|string $key, mixed $data, string $group = '', int|string $expire = 0 ): bool {
		return Object_Cache::current()->write( $key, $data, $group, (int) $expire, 'XX' );
	}

	function wp_cache_set( int|string $key, mixed $data, string $group = '', int|string $expire = 0 ): bool {
		return Object_Cache::current()->write( $key, $data, $group, (int) $expire );
	}

	function wp_cache_get( int|string $key, string $group = '', bool $force = false, ?bool &$found = null ): mixed {
		$value = Object_Cache::current()->read( $key, $group, $force );
		$found = null !== $value;
		return $value[0] ?? false;
	}

	function wp_cache_delete( int|string $key, string $group = '' ): bool {
		return Object_Cache::current()->delete( $key, $group );
	}

	function wp_cache_incr( int|string $key, int $offset = 1, string $group = '' ): int|false {
		return Object_Cache::current()->add_to( $key, $group, $offset );
	}

	function wp_cache_decr( int|string $key, int $offset = 1, string $group = '' ): int|false {
		return Object_Cache::current()->add_to( $key, $group, -$offset );
	}

	function wp_cache_flush(): bool {
		return Object_Cache::current()->flush();
	}

	function wp_cache_flush_runtime(): bool {
		Object_Cache::current()->forget();
		return true;
	}

	function wp_cache_supports( string $feature ): bool {
		return 'flush_runtime' === $feature;
	}

	function wp_cache_close(): bool {
		return true;
	}

	/**
	 * @param string|list<string> $groups
	 */
	function wp_cache_add_global_groups( string|array $groups ): void {
		Object_Cache::current()->add_global_groups( (array) $groups );
	}

	/**
	 * @param string|list<string> $groups
	 */
	function wp_cache_add_non_persistent_groups( string|array $groups ): void {
		Object_Cache::current()->add_local_groups( (array) $groups );
	}

	function wp_cache_switch_to_blog( int $blog_id ): void {
		Object_Cache::current()->switch_to_blog( $blog_id );
	}
}

namespace HeadlessDeploy\Tests\Cluster {
	use Closure;
	use Redis;
	use RedisException;

	final class Object_Cache {
		private const SOCKET          = '{SOCKET}';
		private const TIMEOUT_SECONDS = 1.0;

		private ?Redis $redis = null;

		private string $blog_prefix = '1:';

		/**
		 * What this request has read or written, serialized.
		 *
		 * @var array<string, string>
		 */
		private array $known = array();

		/**
		 * @var array<string, true>
		 */
		private array $global_groups = array();

		/**
		 * Groups that no other request may see.
		 *
		 * @var array<string, true>
		 */
		private array $local_groups = array();

		public function __construct() {
			$redis = new Redis();
			$this->attempt(
				static function () use ( $redis ): void {
					$redis->connect( self::SOCKET, -1, self::TIMEOUT_SECONDS );
					$redis->setOption( Redis::OPT_READ_TIMEOUT, self::TIMEOUT_SECONDS );
				},
			);
			$this->redis = $redis->isConnected() ? $redis : null;
		}

		public static function current(): self {
			/** @var self */
			return $GLOBALS['wp_object_cache'];
		}

		/**
		 * @return array{mixed}|null Null when there is no value.
		 */
		public function read( int|string $key, string $group, bool $is_forced ): ?array {
			$name = $this->name( $key, $group );
			if ( $this->is_shared( $group ) && ( $is_forced || ! isset( $this->known[ $name ] ) ) ) {
				$stored = $this->attempt( fn(): mixed => $this->redis?->get( $name ) );
				if ( is_string( $stored ) ) {
					$this->known[ $name ] = $stored;
				} elseif ( null !== $this->redis ) {
					unset( $this->known[ $name ] );
				}
			}
			$value = $this->known[ $name ] ?? null;
			// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.serialize_unserialize -- Like every object cache.
			return null === $value ? null : array( unserialize( $value ) );
		}

		/**
		 * @param string $only_if NX when there must be no value, XX when there must be one.
		 */
		public function write( int|string $key, mixed $data, string $group, int $expire, string $only_if = '' ): bool {
			$name = $this->name( $key, $group );
			// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.serialize_unserialize -- Like every object cache.
			$value = serialize( $data );
			if ( null === $this->redis || ! $this->is_shared( $group ) ) {
				$is_allowed = '' === $only_if || isset( $this->known[ $name ] ) === ( 'XX' === $only_if );
			} else {
				$options    = array( ...( '' === $only_if ? array() : array( $only_if ) ), ...( $expire > 0 ? array( 'EX' => $expire ) : array() ) );
				$is_allowed = false !== $this->attempt( fn(): mixed => $this->redis?->set( $name, $value, $options ) );
			}
			if ( $is_allowed ) {
				$this->known[ $name ] = $value;
			}
			return $is_allowed;
		}

		public function delete( int|string $key, string $group ): bool {
			$name     = $this->name( $key, $group );
			$is_known = isset( $this->known[ $name ] );
			unset( $this->known[ $name ] );
			$deleted = $this->is_shared( $group ) ? $this->attempt( fn(): mixed => $this->redis?->del( $name ) ) : 0;
			return $is_known || 1 === $deleted;
		}

		public function add_to( int|string $key, string $group, int $offset ): int|false {
			$value = $this->read( $key, $group, true );
			if ( null === $value ) {
				return false;
			}
			$sum = max( 0, ( is_numeric( $value[0] ) ? (int) $value[0] : 0 ) + $offset );
			return $this->write( $key, $sum, $group, 0 ) ? $sum : false;
		}

		public function flush(): bool {
			$this->forget();
			return false !== $this->attempt( fn(): mixed => $this->redis?->flushDB() );
		}

		public function forget(): void {
			$this->known = array();
		}

		/**
		 * @param list<string> $groups
		 */
		public function add_global_groups( array $groups ): void {
			$this->global_groups += array_fill_keys( $groups, true );
		}

		/**
		 * @param list<string> $groups
		 */
		public function add_local_groups( array $groups ): void {
			$this->local_groups += array_fill_keys( $groups, true );
		}

		public function switch_to_blog( int $blog_id ): void {
			$this->blog_prefix = "$blog_id:";
		}

		private function name( int|string $key, string $group ): string {
			$group = '' === $group ? 'default' : $group;
			return ( isset( $this->global_groups[ $group ] ) ? '' : $this->blog_prefix ) . "$group:$key";
		}

		private function is_shared( string $group ): bool {
			return ! isset( $this->local_groups[ $group ] );
		}

		/**
		 * Uses Redis. After its loss, this request does without it.
		 *
		 * @param Closure(): mixed $work
		 */
		private function attempt( Closure $work ): mixed {
			try {
				return $work();
			} catch ( RedisException ) {
				$this->redis = null;
				return null;
			}
		}
	}
}
