<?php

declare( strict_types=1 );

$failed = 0;
set_error_handler(
	static function ( int $level, string $message, string $file, int $line ) use ( &$failed ): bool {
		// OPcache also warns of files that it cannot cache, which is not an error of the file.
		if ( ! str_contains( $message, 'OPcache' ) ) {
			++$failed;
			echo "$file:$line: $message\n";
		}
		return true;
	},
);

$files = array_filter( explode( "\n", (string) file_get_contents( $argv[1] ) ) );
foreach ( $files as $file ) {
	try {
		if ( ! opcache_compile_file( $file ) ) {
			++$failed;
			echo "$file: cannot be compiled\n";
		}
	} catch ( Throwable $error ) {
		++$failed;
		echo "{$error->getFile()}:{$error->getLine()}: {$error->getMessage()}\n";
	}
}
printf( "PHP %s: %d files\n", PHP_VERSION, count( $files ) );
exit( $failed > 0 ? 1 : 0 );
