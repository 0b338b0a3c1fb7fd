import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** The used part of the packages, whose types are not installed. */
interface Run {
	exitCode: Promise< number >;
	stdout: AsyncIterable< Uint8Array >;
	stderr: AsyncIterable< Uint8Array >;
}
export interface Php {
	cli: ( args: string[] ) => Promise< Run >;
	chdir: ( folder: string ) => void;
	mkdirTree: ( folder: string ) => void;
	writeFile: ( file: string, content: Uint8Array ) => void;
}
export interface Universal {
	PHP: new ( runtime: number ) => Php;
	loadPHPRuntime: ( loader: unknown, options: object ) => Promise< number >;
}

/** @param folder In which npm has installed the packages. */
export async function load< T >( folder: string, name: string ): Promise< T > {
	const file = path.join(
		...[ folder, 'node_modules', '@php-wasm', name, 'index.js' ]
	);
	return ( await import( pathToFileURL( file ).href ) ) as T;
}

export function environment(): Record< string, string | undefined > {
	return { ...process.env, TERM: 'xterm' };
}

async function pump(
	source: AsyncIterable< Uint8Array >,
	write: ( text: string ) => void
): Promise< void > {
	const decoder = new TextDecoder();
	for await ( const chunk of source ) {
		write( decoder.decode( chunk, { stream: true } ) );
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

/**
 * Runs PHP as on a command line.
 *
 * @return The exit status, which the command of the package loses.
 */
export async function runCli(
	php: Php,
	args: string[],
	stdout: ( text: string ) => void,
	stderr: ( text: string ) => void
): Promise< number > {
	const run = await php.cli( [ 'php', ...args ] );
	const [ status ] = await Promise.all( [
		statusOf( run.exitCode ),
		pump( run.stdout, stdout ),
		pump( run.stderr, stderr ),
	] );
	return status;
}
