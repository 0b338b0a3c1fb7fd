/**
 * `npm run bench [NAME…]`: measures, prints Markdown tables, and ends all that it started.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { onShutdown } from '../../src/dev-kit/shutdown.ts';
import { describeError } from '../../src/dev-kit/kit-error.ts';
import { PROJECT } from '../../src/dev-kit/paths.ts';
import { makeProgress } from '../../src/dev-kit/progress.ts';
import { stopAll } from '../../src/dev-kit/supervised-commands.mjs';
import { benchKitSizes } from './kit-sizes.ts';
import { benchLive } from './live.ts';
import { startBenchLoop } from './stack.ts';
import type { BenchStack } from './stack.ts';
import { benchBigUpload } from './platform/big-upload.ts';
import { benchGroups } from './platform/groups.ts';
import { benchLists } from './platform/lists.ts';
import { benchNext } from './platform/next.ts';
import { installMockServers } from './platform/mock-servers.ts';
import { benchPurge } from './platform/purge.ts';
import {
	benchEdge,
	benchEnvironments,
	benchStart,
	benchWebhooks,
} from './platform/throughput.ts';
import { benchPublish, benchRead } from './publish.ts';

const progress = makeProgress( console.log );
let loop: BenchStack | null = null;

/** The loop is started once, by the first measurement that needs it. */
async function theLoop(): Promise< BenchStack > {
	return ( loop ??= await startBenchLoop( progress ) );
}

const MEASUREMENTS: Record< string, () => Promise< void > > = {
	webhooks: benchWebhooks,
	environments: benchEnvironments,
	start: benchStart,
	edge: benchEdge,
	purge: benchPurge,
	groups: benchGroups,
	lists: benchLists,
	kit: benchKitSizes,
	upload: benchBigUpload,
	next: benchNext,
	live: async () => {
		const { kit, rest } = await theLoop();
		await benchLive( kit, rest );
	},
	publish: async () => benchPublish( ( await theLoop() ).rest ),
	read: async () => benchRead( ( await theLoop() ).rest ),
};

/** These need neither other servers nor the built command. */
const IN_PROCESS = [ 'groups', 'kit', 'lists' ];
/** These compare the platform with mock servers. */
const WITH_MOCK_SERVERS = [ 'webhooks', 'environments', 'start', 'upload' ];

/** Ends what was started, and removes its folder. */
async function finish( code: number ): Promise< never > {
	await stopAll();
	if ( loop ) {
		fs.rmSync( loop.folder, { recursive: true, force: true } );
	}
	process.exit( code );
}

/**
 * Prepares and measures.
 *
 * @param chosen Names of the measurements.
 */
async function bench( chosen: readonly string[] ): Promise< void > {
	const unknown = chosen.filter( ( name ) => ! MEASUREMENTS[ name ] );
	if ( unknown.length > 0 ) {
		throw new Error(
			`There is no measurement ${ unknown.join( ', ' ) }. There are ${ Object.keys( MEASUREMENTS ).join( ', ' ) }.`
		);
	}
	const [ cpu ] = os.cpus();
	const memory = Math.round( os.totalmem() / 2 ** 30 );
	console.log(
		`${ cpu?.model.trim() }, ${ os.availableParallelism() } cores, ${ memory } GiB, ${ os.type() } ${ os.release() }, Node ${ process.version }`
	);
	if ( chosen.some( ( name ) => WITH_MOCK_SERVERS.includes( name ) ) ) {
		await installMockServers();
	}
	if ( chosen.some( ( name ) => ! IN_PROCESS.includes( name ) ) ) {
		execFileSync( process.execPath, [
			path.join( PROJECT, 'src', 'cli', 'build.mjs' ),
		] );
	}
	for ( const name of chosen ) {
		await MEASUREMENTS[ name ]?.();
	}
}

onShutdown( () => void finish( 130 ) );
try {
	const { positionals } = parseArgs( { allowPositionals: true } );
	await bench(
		positionals.length ? positionals : Object.keys( MEASUREMENTS )
	);
	await finish( 0 );
} catch ( error ) {
	console.error( `\n✗ ${ describeError( error ) }` );
	await finish( 1 );
}
