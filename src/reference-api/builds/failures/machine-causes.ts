/** What is wrong with the machine, the network or the limits of the system. */
import { fileName, UPLOAD_AGAIN } from './failure.ts';
import type { Cause, Failure } from './failure.ts';

/** Says that the disk is full. */
export const DISK_FULL_MESSAGE =
	'The disk is full. Free disk space on the drive of the data folder, then deploy again.';
export const KILLED_MESSAGE =
	'The machine probably ran out of memory. Close other programs, or reduce the memory that the build needs. Then deploy again.';
const HEAP_MESSAGE =
	'Node.js ran out of memory. Set the shell variable NODE_OPTIONS to --max-old-space-size=4096, or reduce the memory that the build needs. Then deploy again.';
const LOOPBACK = [ 'localhost', '127.0.0.1', '[::1]', '::1', '0.0.0.0' ];

/**
 * Normalizes the names of a server.
 *
 * @param host Host, perhaps with a port.
 * @param port The port when there is none.
 */
function serverOf( host: string, port: string ): string {
	const [ , name = '', own ] = /^(.*?)(?::(\d+))?$/.exec( host ) ?? [];
	return `${ LOOPBACK.includes( name ) ? 'localhost' : name }:${ own ?? port }`;
}

function unreachable( host: string, { wordpressUrl }: Failure ): string {
	const url = URL.parse( wordpressUrl );
	const port = url?.port || ( url?.protocol === 'https:' ? '443' : '80' );
	return url && serverOf( host, port ) === serverOf( url.host, port )
		? `WordPress at ${ wordpressUrl } could not be reached. Start WordPress or correct the URL of the install, then deploy again.`
		: `${ host } could not be reached. Check the network and the address, then deploy again.`;
}

/** A file of the project that lost its permission, or a tool of an uploaded node_modules. */
function notExecutable( file: string ): string {
	return file.includes( '/' )
		? `The file “${ fileName(
				file
			) }” is not executable, because Windows does not store this permission in a zip. Call it as “sh ${ file }” in package.json, ${ UPLOAD_AGAIN }`
		: `The command “${ file }” is not executable. Leave node_modules out of the zip, ${ UPLOAD_AGAIN }`;
}

/** Before those of tools: tools print the consequences. */
export const MACHINE_CAUSES: readonly Cause[] = [
	{
		tool: 'system',
		pattern: /ENOSPC|no space left on device/i,
		message: () => DISK_FULL_MESSAGE,
	},
	{
		tool: 'Node.js',
		pattern: /JavaScript heap out of memory|ERR_WORKER_OUT_OF_MEMORY/,
		message: () => HEAP_MESSAGE,
	},
	{
		tool: 'system',
		pattern: /\bE2BIG\b/,
		message: () =>
			'The total size of the shell variables is too large. Remove some, then deploy again.',
	},
	{
		tool: 'shell',
		pattern:
			/(?:^|\s)(?:\S*\/)?(?:ba|da|z)?sh: (?:\d+: |line \d+: )?(?<file>[^\s:]+): Permission denied/,
		message: ( { file = '' } ) => notExecutable( file ),
	},
	{
		tool: 'Node.js',
		pattern: /spawn (?<file>\S+) EACCES/,
		message: ( { file = '' } ) => notExecutable( file ),
	},
];

/** Names a server that could not be reached; null if all could. */
export function unreachableServer(
	output: string,
	failure: Failure
): string | null {
	const { address, host } =
		/ECONNREFUSED (?<address>\S+:\d+)|(?:ENOTFOUND|EAI_AGAIN) (?<host>[\w.-]+)/.exec(
			output
		)?.groups ?? {};
	const server = address ?? host;
	return server ? unreachable( server, failure ) : null;
}

/** After those of tools, which say more. */
export const NETWORK_CAUSES: readonly Cause[] = [
	{
		tool: 'Node.js',
		pattern: /EADDRINUSE[^\n]*?:(?<port>\d+)\b/,
		message: ( { port } ) =>
			`Port ${ port } is already in use. The application must listen on the port in the variable PORT.`,
	},
	{
		tool: 'Node.js',
		pattern: /ECONNREFUSED|ENOTFOUND|EAI_AGAIN/,
		message: ( _groups, failure, output ) =>
			unreachableServer( output, failure ),
	},
];
