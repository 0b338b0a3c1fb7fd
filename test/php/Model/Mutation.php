<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

use RuntimeException;

/**
 * Changes one file of the plugin for one process, which loads a changed copy. The file itself stays unchanged.
 */
final class Mutation {
	public const MODEL = 'ModelTest';

	/**
	 * @param string                $file    Path below includes/ without `.php`, which is also the class name.
	 * @param array<string, string> $changes Text that occurs exactly once => replacement.
	 * @param string                $finder  Test that must fail, for `phpunit --filter`.
	 */
	public function __construct(
		public readonly string $file,
		public readonly array $changes,
		public readonly string $finder = self::MODEL,
	) {}

	public function apply( string $folder ): void {
		$copy = $folder . '/' . basename( $this->file ) . '.php';
		file_put_contents( $copy, $this->broken() );
		self::load( $this->file, $copy );
	}

	/**
	 * Loads a changed copy in place of a file of the plugin.
	 *
	 * @param string $file Path below includes/ without `.php`, which is also the class name.
	 */
	public static function load( string $file, string $copy ): void {
		$class = 'HeadlessDeploy\\' . str_replace( '/', '\\', $file );
		spl_autoload_register(
			static function ( string $class_name ) use ( $class, $copy ): void {
				if ( $class_name === $class ) {
					require_once $copy;
				}
			},
			true,
			true,
		);
	}

	/**
	 * Returns the changed file.
	 */
	public function broken(): string {
		$code = (string) file_get_contents( dirname( __DIR__, 3 ) . "/includes/{$this->file}.php" );
		foreach ( $this->changes as $search => $replace ) {
			$found = substr_count( $code, $search );
			if ( 1 !== $found ) {
				throw new RuntimeException( "includes/{$this->file}.php has this $found times, not once: $search" );
			}
			$code = str_replace( $search, $replace, $code );
		}
		return $code;
	}
}
