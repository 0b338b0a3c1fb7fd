<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Hosting\Uploads;

use HeadlessDeploy\Errors;
use WP_Error;

/**
 * The file of one upload. Its lock excludes other writers and senders, on other web servers too, and ends with the
 * process.
 */
final class Upload_File {
	private const ZIP_START = "PK\x03\x04";

	/**
	 * The record at the end of a zip, before a comment of at most 65,535 bytes.
	 */
	private const ZIP_END           = "PK\x05\x06";
	private const ZIP_END_MAX_BYTES = 65_557;

	/**
	 * @var resource|null
	 */
	private $handle = null;

	public function __construct( public readonly string $path ) {}

	/**
	 * Opens and locks the file, which is created if it does not exist.
	 */
	public function lock(): ?WP_Error {
		return $this->open( 'c+b' );
	}

	private function open( string $mode ): ?WP_Error {
		// phpcs:ignore WordPress.PHP.NoSilencedErrors, WordPress.WP.AlternativeFunctions -- the result is checked; WP_Filesystem reads whole files.
		$handle = @fopen( $this->path, $mode );
		if ( false === $handle ) {
			return Errors::make( 'headless_deploy_upload_not_stored' );
		}
		if ( ! flock( $handle, LOCK_EX | LOCK_NB ) ) {
			return Errors::make( 'headless_deploy_upload_busy' );
		}
		$this->handle = $handle;
		return null;
	}

	public function unlock(): void {
		if ( null !== $this->handle ) {
			fclose( $this->handle ); // phpcs:ignore WordPress.WP.AlternativeFunctions -- WP_Filesystem has no locks.
			$this->handle = null;
		}
	}

	/**
	 * Tells whether a process has locked the file.
	 */
	public function is_locked(): bool {
		$other = new self( $this->path );
		$error = $other->open( 'r+b' );
		$other->unlock();
		return 'headless_deploy_upload_busy' === $error?->get_error_code();
	}

	/**
	 * Returns how many bytes the file has; 0 when it does not exist.
	 */
	public function size(): int {
		clearstatcache( true, $this->path );
		return is_file( $this->path ) ? (int) filesize( $this->path ) : 0;
	}

	/**
	 * Returns when the file was last written, in milliseconds; 0 when it does not exist.
	 */
	public function written_at(): int {
		clearstatcache( true, $this->path );
		return is_file( $this->path ) ? (int) filemtime( $this->path ) * 1000 : 0;
	}

	/**
	 * Appends bytes to the locked file: all or none.
	 *
	 * @param int<0, max> $offset Must be the size of the file.
	 */
	public function append( string $bytes, int $offset ): ?WP_Error {
		if ( null === $this->handle || ( fstat( $this->handle )['size'] ?? null ) !== $offset ) {
			return Errors::make( 'headless_deploy_upload_offset' );
		}
		fseek( $this->handle, $offset );
		$written = fwrite( $this->handle, $bytes ); // phpcs:ignore WordPress.WP.AlternativeFunctions -- WP_Filesystem writes whole files.
		if ( strlen( $bytes ) !== $written || ! fflush( $this->handle ) ) {
			ftruncate( $this->handle, $offset );
			return Errors::make( 'headless_deploy_upload_no_space' );
		}
		return null;
	}

	/**
	 * Tells whether the locked file begins and ends as a zip with entries. The host checks the rest.
	 */
	public function is_zip(): bool {
		if ( null === $this->handle ) {
			return false;
		}
		rewind( $this->handle );
		$start = fread( $this->handle, strlen( self::ZIP_START ) ); // phpcs:ignore WordPress.WP.AlternativeFunctions
		fseek( $this->handle, -min( self::ZIP_END_MAX_BYTES, $this->size() ), SEEK_END );
		return self::ZIP_START === $start && str_contains( (string) stream_get_contents( $this->handle ), self::ZIP_END );
	}

	public function delete(): void {
		wp_delete_file( $this->path );
		$this->unlock();
	}
}
