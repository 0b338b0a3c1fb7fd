/**
 * A platform in a process of its own, for tests that kill it. Prints one JSON line when it is ready.
 */
import { startPlatform } from '../../src/reference-api/server.ts';
import type { PlatformOptions } from '../../src/reference-api/server.ts';

const platform = await startPlatform(
	JSON.parse( process.argv[ 2 ] ?? '{}' ) as PlatformOptions
);
process.stdout.write( `${ JSON.stringify( { url: platform.url } ) }\n` );
process.on( 'SIGTERM', () => {
	void platform.close().then( () => process.exit( 0 ) );
} );
