<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Hosting\Uploads;

use Closure;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Option_Row;
use HeadlessDeploy\Read_Failed;
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
	 * @param (Closure(string): (float|false))|null $free_bytes Returns the free space at a path; null for that of the disk.
	 */
	public function __construct( private readonly ?Closure $free_bytes = null ) {}

	/**
	 * Creates the folder if it does not exist.
	 *
	 * @param int $bytes Space that is needed.
	 */
	public function prepare( int $bytes ): ?WP_Error {
		( new Option_Row( self::NAME_OPTION ) )->change(
			Option_Row::parse( ... ),
			static fn( array $stored ): array => array() === $stored
				? array( 'name' => 'headless-deploy-' . bin2hex( random_bytes( 16 ) ) )
				: $stored,
		);
		$path = $this->path();
		if ( null === $path || ! wp_mkdir_p( $path ) || ! wp_is_writable( $path ) ) {
			return Errors::make( 'headless_deploy_upload_not_stored' );
		}
		$error = $this->space_error( $bytes );
		foreach ( null === $error ? self::FILES : array() as $name => $content ) {
			if ( ! self::write( "$path/$name", $content ) ) {
				return Errors::make( 'headless_deploy_upload_not_stored' );
			}
		}
		return $error;
	}

	/**
	 * Returns an error if too little space would be left.
	 *
	 * @param int $bytes Space that is needed.
	 */
	public function space_error( int $bytes ): ?WP_Error {
		$path = (string) $this->path();
		$free = null !== $this->free_bytes ? ( $this->free_bytes )( $path ) : self::free_bytes( $path );
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
	 * Deletes files without a record that were not written for some time. A chunk that arrives while its upload is
	 * deleted leaves one.
	 *
	 * @param  list<string> $known  IDs of uploads.
	 * @param  int          $oldest Milliseconds. Newer files are kept.
	 * @return int|null     Number of files without a record that are kept; null if the folder could not be read.
	 */
	public function remove_unknown( array $known, int $oldest ): ?int {
		$path  = (string) $this->path();
		$names = is_dir( $path ) ? scandir( $path ) : array();
		if ( false === $names ) {
			return null;
		}
		$kept = 0;
		foreach ( $names as $name ) {
			$id   = basename( $name, '.part' );
			$file = new Upload_File( "$path/$name" );
			if ( "$id.part" === $name && ! in_array( $id, $known, true ) ) {
				$is_old = $file->written_at() <= $oldest;
				$kept += $is_old ? 0 : 1;
				if ( $is_old ) {
					$file->delete();
				}
			}
		}
		return $kept;
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

	/**
	 * Returns null if the folder was never created. A replica may not know yet that it was.
	 *
	 * @throws Read_Failed
	 */
	private function path(): ?string {
		$stored = Option_Row::parse( Option_Row::read_for_write( self::NAME_OPTION )[ self::NAME_OPTION ] );
		$name   = $stored['name'] ?? null;
		$base   = wp_upload_dir( null, false )['basedir'];
		return is_string( $name ) && 1 === preg_match( self::NAME, $name ) ? "$base/$name" : null;
	}

	private static function free_bytes( string $path ): float|false {
		return function_exists( 'disk_free_space' ) ? disk_free_space( $path ) : false;
	}

	/**
	 * Writes a file that does not have this content. A full disk can leave an empty one.
	 */
	private static function write( string $file, string $content ): bool {
		// phpcs:ignore WordPress.WP.AlternativeFunctions -- WP_Filesystem may ask for FTP credentials.
		return ( is_file( $file ) && file_get_contents( $file ) === $content ) || file_put_contents( $file, $content ) === strlen( $content );
	}
}
