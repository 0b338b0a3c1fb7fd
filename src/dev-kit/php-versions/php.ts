/** `node php.ts FOLDER VERSION ARGUMENT…`: runs PHP as on a command line, with the files of this computer. */
import { environment, load, runCli } from './wasm.ts';
import type { Php, Universal } from './wasm.ts';

interface NodeRuntime {
	loadNodeRuntime: ( version: string, options: object ) => Promise< number >;
	useHostFilesystem: ( php: Php ) => void;
}

const [ , , folder = '', version = '', ...args ] = process.argv;

const { PHP } = await load< Universal >( folder, 'universal' );
const node = await load< NodeRuntime >( folder, 'node' );
const php = new PHP(
	await node.loadNodeRuntime( version, {
		emscriptenOptions: { processId: process.pid, ENV: environment() },
	} )
);
node.useHostFilesystem( php );
const status = await runCli(
	php,
	args,
	( text ) => process.stdout.write( text ),
	( text ) => process.stderr.write( text )
);
// The runtime keeps the process running.
process.exit( status );
