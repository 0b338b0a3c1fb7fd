/**
 * A real Next.js application: what Rebuild saves over Clean Rebuild, and whether visitors notice a deploy.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { inMs, median, printTable } from '../statistics.ts';
import {
	call,
	edgeUrl,
	ENVIRONMENTS,
	makeEnvironment,
	waitUntilLive,
	upload,
	zip,
} from './client.ts';
import type { MeasuredBuild } from './client.ts';
import { startPlatform } from './servers.ts';
import type { Server } from './servers.ts';

const TURNS = 3;
const ASKING_EVERY_MS = 20;
const PAGES = 40;

const MANIFEST = {
	name: 'storefront',
	private: true,
	scripts: { build: 'next build', start: 'next start' },
	dependencies: { next: '^16', react: '^19', 'react-dom': '^19' },
};

/** Makes the application's files. Without a lock file, for not every registry has what one names for other platforms. */
function makeFiles(): Record< string, string > {
	const pages = Array.from( { length: PAGES }, ( _, index ) => [
		`app/page-${ index }/page.js`,
		`export default function Page() { return <main><h1>Page ${ index }</h1></main>; }`,
	] );
	return {
		'package.json': JSON.stringify( MANIFEST ),
		'app/layout.js': `export default function Layout( { children } ) { return <html lang="en"><body>{ children }</body></html>; }`,
		'app/page.js': `export const dynamic = 'force-dynamic';
export default function Page() { return <h1>Build { process.env.HEADLESS_METADATA_BUILD_ID }</h1>; }`,
		...Object.fromEntries( pages ),
	};
}

/** Asks 50 times a second until it is stopped, and counts what went wrong. */
class Visitor {
	asked = 0;
	failed = 0;
	readonly #timer: NodeJS.Timeout;
	readonly #open = new Set< Promise< void > >();

	constructor( url: string ) {
		this.#timer = setInterval( () => {
			const visit = this.#ask( url ).finally( () =>
				this.#open.delete( visit )
			);
			this.#open.add( visit );
		}, ASKING_EVERY_MS );
	}

	async #ask( url: string ): Promise< void > {
		this.asked++;
		try {
			const response = await fetch( url );
			await response.arrayBuffer();
			this.failed += response.ok ? 0 : 1;
		} catch {
			this.failed++;
		}
	}

	async stop(): Promise< void > {
		clearInterval( this.#timer );
		await Promise.all( this.#open );
	}
}

function stepMs( build: MeasuredBuild, name: string ): number {
	const step = build.steps.find( ( one ) => one.name === name );
	return step?.finishTime
		? Date.parse( step.finishTime ) - Date.parse( step.startTime )
		: NaN;
}

async function rebuild(
	server: Server,
	id: string,
	url: string
): Promise< MeasuredBuild > {
	const response = await fetch( url, { method: 'POST' } );
	if ( ! response.ok ) {
		throw new Error( `The webhook answered ${ response.status }.` );
	}
	return waitUntilLive( server, id );
}

/** Measures it. */
export async function benchNext(): Promise< void > {
	const folder = fs.mkdtempSync(
		path.join( os.tmpdir(), 'headless-deploy-' )
	);
	const server = await startPlatform();
	try {
		const id = await makeEnvironment( server );
		await upload(
			server,
			id,
			await zip( path.join( folder, 'app.zip' ), makeFiles() )
		);
		const first = await waitUntilLive( server, id );
		const urls = await call(
			server,
			'POST',
			`/_local${ ENVIRONMENTS }/${ id }/webhooks`
		);
		const visitor = new Visitor( await edgeUrl( server, id ) );
		const [ warm, clean ]: [ number[], number[] ] = [ [], [] ];
		for ( let turn = 0; turn < TURNS; turn++ ) {
			clean.push(
				stepMs(
					await rebuild( server, id, String( urls.cleanRebuild ) ),
					'build'
				)
			);
			warm.push(
				stepMs(
					await rebuild( server, id, String( urls.rebuild ) ),
					'build'
				)
			);
		}
		await visitor.stop();
		const slow = median( clean );
		printTable( `Next.js 16, ${ PAGES + 1 } pages`, [
			{
				what: 'first upload: install',
				figure: inMs( stepMs( first, 'install' ) ),
				ratio: '',
			},
			{
				what: 'build step of Clean Rebuild',
				figure: inMs( slow ),
				ratio: '1.00',
			},
			{
				what: 'build step of Rebuild',
				figure: inMs( median( warm ) ),
				ratio: ( median( warm ) / slow ).toFixed( 2 ),
			},
			{
				what: `a visitor with 50 requests per second during ${ 2 * TURNS } deploys`,
				figure: `${ visitor.asked } answers, ${ visitor.failed } errors`,
				ratio: '',
			},
		] );
	} finally {
		await server.stop();
		fs.rmSync( folder, { recursive: true, force: true } );
	}
}
