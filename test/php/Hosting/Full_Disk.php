<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Hosting;

/**
 * A disk with one file and little space, as a stream wrapper: a write beyond it is short.
 */
final class Full_Disk {
	public const PATH = 'full-disk://file';

	public static string $bytes = '';
	public static int $capacity = 0;

	/**
	 * @var resource|null Set by PHP.
	 */
	public $context;

	private int $position = 0;

	public static function mount( int $capacity ): void {
		self::$bytes    = '';
		self::$capacity = $capacity;
		stream_wrapper_register( 'full-disk', self::class );
	}

	public static function unmount(): void {
		stream_wrapper_unregister( 'full-disk' );
	}

	public function stream_open(): bool {
		return true;
	}

	public function stream_lock(): bool {
		return true;
	}

	public function stream_write( string $bytes ): int {
		$written     = substr( $bytes, 0, max( 0, self::$capacity - $this->position ) );
		self::$bytes = substr( self::$bytes, 0, $this->position ) . $written;
		$this->position += strlen( $written );
		return strlen( $written );
	}

	public function stream_seek( int $offset ): bool {
		$this->position = $offset;
		return true;
	}

	public function stream_tell(): int {
		return $this->position;
	}

	public function stream_eof(): bool {
		return true;
	}

	public function stream_flush(): bool {
		return true;
	}

	public function stream_truncate( int $size ): bool {
		self::$bytes = substr( self::$bytes, 0, $size );
		return true;
	}

	/**
	 * @return array{size: int}
	 */
	public function stream_stat(): array {
		return array( 'size' => strlen( self::$bytes ) );
	}
}
