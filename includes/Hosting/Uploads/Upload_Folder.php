<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Hosting\Uploads;

use HeadlessDeploy\Errors;
use HeadlessDeploy\Option_Row;
use WP_Error;

/**
 * The private folder of incomplete uploads. It is in the uploads folder, which all web servers of a site share; its
 * name cannot be guessed, and Apache denies access to it.
 */
final class Upload_Folder {
	private const NAME_OPTION = 'headless_deploy_uploads_folder';
	private const NAME        = '/^headless-deploy-[a-f0-9]{32}$/D';
	private const FILES       = array(
		'index.php' => "<?php\n",
		'.htaccess' => "Require all denied\n",
	);

	/**
	 * Space that an upload must leave free.
	 */
	private const RESERVED_BYTES = 52_428_800;

	/**
	 * Creates the folder if it does not exist.
	 *
	 * @param int $bytes Space that is needed.
	 */
	public function prepare( int $bytes ): ?WP_Error {
		( new Option_Row( self::NAME_OPTION ) )->change( Option_Row::parse( ... ), static fn( array $stored ): array => array() === $stored ? array( 'name' => 'headless-deploy-' . bin2hex( random_bytes( 16 ) ) ) : $stored );
		$path = $this->path();
		if ( null === $path || ! wp_mkdir_p( $path ) || ! wp_is_writable( $path ) ) {
			return Errors::make( 'headless_deploy_upload_not_stored' );
		}
		foreach ( self::FILES as $name => $content ) {
			if ( ! is_file( "$path/$name" ) ) {
				file_put_contents( "$path/$name", $content ); // phpcs:ignore WordPress.WP.AlternativeFunctions -- WP_Filesystem may ask for FTP credentials.
			}
		}
		$free = function_exists( 'disk_free_space' ) ? disk_free_space( $path ) : false;
		return false !== $free && $free < $bytes + self::RESERVED_BYTES ? Errors::make( 'headless_deploy_upload_no_space' ) : null;
	}

	/**
	 * Returns the file of an upload; null when the folder does not exist.
	 */
	public function file( string $id ): ?Upload_File {
		$path = $this->path();
		return null === $path ? null : new Upload_File( "$path/$id.part" );
	}

	/**
	 * Deletes the folder with all files.
	 */
	public function delete(): void {
		$path = $this->path();
		if ( null === $path || ! is_dir( $path ) ) {
			return;
		}
		foreach ( array_diff( (array) scandir( $path ), array( '.', '..' ) ) as $name ) {
			wp_delete_file( "$path/$name" );
		}
		rmdir( $path ); // phpcs:ignore WordPress.WP.AlternativeFunctions -- WP_Filesystem may ask for FTP credentials.
	}

	private function path(): ?string {
		$stored = Option_Row::parse( ( new Option_Row( self::NAME_OPTION ) )->read() );
		$name   = $stored['name'] ?? null;
		$base   = wp_upload_dir( null, false )['basedir'];
		return is_string( $name ) && 1 === preg_match( self::NAME, $name ) ? "$base/$name" : null;
	}
}
