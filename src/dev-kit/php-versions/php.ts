/**
 * `node php.ts FOLDER VERSION ARGUMENT…`: runs PHP as on a command line. The command of the package loses the exit
 * status.
 */
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** The used part of the package, whose types are not installed. */
interface Run {
	exitCode: Promise< number >;
	stdout: AsyncIterable< Uint8Array >;
	stderr: AsyncIterable< Uint8Array >;
}
interface Php {
	cli: ( args: string[] ) => Promise< Run >;
}
interface Universal {
	PHP: new ( runtime: number ) => Php;
}
interface NodeRuntime {
	loadNodeRuntime: ( version: string, options: object ) => Promise< number >;
	useHostFilesystem: ( php: Php ) => void;
}

const [ , , folder = '', version = '', ...args ] = process.argv;

async function load< T >( name: string ): Promise< T > {
	const file = path.join(
		folder,
		'node_modules',
		'@php-wasm',
		name,
		'index.js'
	);
	return ( await import( pathToFileURL( file ).href ) ) as T;
}

async function pump(
	source: AsyncIterable< Uint8Array >,
	target: NodeJS.WriteStream
): Promise< void > {
	for await ( const chunk of source ) {
		target.write( chunk );
	}
}

/** Some exit statuses are thrown. */
async function statusOf( exitCode: Promise< number > ): Promise< number > {
	try {
		return await exitCode;
	} catch ( error ) {
		const { status } = error as { status?: unknown };
		if ( typeof status === 'number' ) {
			return status;
		}
		throw error;
	}
}

const { PHP } = await load< Universal >( 'universal' );
const node = await load< NodeRuntime >( 'node' );
const php = new PHP(
	await node.loadNodeRuntime( version, {
		emscriptenOptions: {
			processId: process.pid,
			ENV: { ...process.env, TERM: 'xterm' },
		},
	} )
);
node.useHostFilesystem( php );
const run = await php.cli( [ 'php', ...args ] );
const [ status ] = await Promise.all( [
	statusOf( run.exitCode ),
	pump( run.stdout, process.stdout ),
	pump( run.stderr, process.stderr ),
] );
// The runtime keeps the process running.
process.exit( status );
