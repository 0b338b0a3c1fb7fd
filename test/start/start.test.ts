/** `npm start`, as a user runs it: twice, with a tab of the first session that never gives up. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { restClient } from '../../src/dev-kit/json-client.ts';
import type { JsonClient } from '../../src/dev-kit/json-client.ts';
import { kitFile, NODE } from '../../src/dev-kit/paths.ts';
import { findPort } from '../../src/dev-kit/ports.ts';
import { kitFilePath } from '../../src/dev-kit/stack/kit-file.ts';
import type { Kit } from '../../src/dev-kit/stack/kit-file.ts';

const FIRST_PORT = 9700;
/** Far longer than a start takes on a busy machine. */
const PATIENCE_MS = 120_000;

let folder: string;
/** The folder of the user's data. */
let stateHome: string;
let port: number;
let blocker: net.Server;
const running = new Set< ChildProcess >();

beforeAll( async () => {
	folder = fs.mkdtempSync( path.join( os.tmpdir(), 'headless-deploy-' ) );
	stateHome = fs.mkdtempSync( path.join( os.tmpdir(), 'headless-deploy-' ) );
	const taken = await findPort( FIRST_PORT );
	blocker = net.createServer().listen( taken, '127.0.0.1' );
	await once( blocker, 'listening' );
	port = taken;
} );

afterEach( async () => {
	for ( const child of running ) {
		child.kill( 'SIGKILL' );
		await once( child, 'exit' );
	}
} );

afterAll( async () => {
	blocker.close();
	for ( const used of [ folder, stateHome ] ) {
		fs.rmSync( used, { recursive: true, force: true } );
	}
} );

/** Lists a process and all processes that it has started, directly or not. Needs /proc. */
function processTree( pid: number ): number[] {
	const children = fs.existsSync( '/proc' )
		? fs.readdirSync( '/proc' ).filter( ( name ) => {
				try {
					const stat = fs.readFileSync(
						`/proc/${ name }/stat`,
						'utf8'
					);
					const [ , , parent ] = stat
						.slice( stat.lastIndexOf( ')' ) )
						.split( ' ' );
					return Number( parent ) === pid;
				} catch {
					return false;
				}
			} )
		: [];
	return [ pid, ...children.map( Number ).flatMap( processTree ) ];
}

interface Started {
	kit: Kit;
	rest: JsonClient;
	output: () => string;
	/** Resolves when the output has this text. */
	printed: ( text: string ) => Promise< void >;
	/** Ends it as Ctrl-C does, and resolves with the exit code. */
	interrupt: () => Promise< unknown >;
	/** Ends it and all its processes at once. */
	kill: () => Promise< void >;
}

/** Runs `npm start`, with its state in a folder of its own, until it is ready. */
async function start(): Promise< Started > {
	const child = spawn(
		NODE,
		[ kitFile( 'start.ts' ), '--no-open', '--port', String( port ) ],
		{
			env: {
				...process.env,
				HEADLESS_DEPLOY_START_FOLDER: folder,
				XDG_STATE_HOME: stateHome,
			},
			stdio: [ 'ignore', 'pipe', 'pipe' ],
		}
	);
	running.add( child );
	const exited = once( child, 'exit' ).then( ( [ code ] ) => {
		running.delete( child );
		return code as unknown;
	} );
	let output = '';
	child.stdout.on( 'data', ( chunk ) => ( output += chunk ) );
	child.stderr.on( 'data', ( chunk ) => ( output += chunk ) );
	const printed = async ( text: string ): Promise< void > => {
		await expect
			.poll( () => output.includes( text ) || child.exitCode !== null, {
				timeout: PATIENCE_MS,
				interval: 50,
			} )
			.toBe( true );
		expect( output ).toContain( text );
	};
	await printed( 'Press Ctrl-C to stop.' );
	const kit = JSON.parse(
		fs.readFileSync( kitFilePath( folder ), 'utf8' )
	) as Kit;
	const { url, adminUser, applicationPassword } = kit.wordpress;
	return {
		kit,
		rest: restClient( url, adminUser, applicationPassword ),
		output: () => output,
		printed,
		interrupt: () => {
			child.kill( 'SIGINT' );
			return exited;
		},
		async kill() {
			for ( const pid of processTree( child.pid ?? 0 ) ) {
				try {
					process.kill( pid, 'SIGKILL' );
				} catch {
					// The process has ended already.
				}
			}
			await exited;
		},
	};
}

/** Publishes a post, and waits until the front end shows it. */
async function publish( { rest, kit }: Started, title: string ) {
	const post = await rest.call< { id: number; slug: string } >(
		'POST',
		'wp/v2/posts',
		{ title, content: title, status: 'publish' }
	);
	await expectLive( kit, post.slug, title );
	return post;
}

async function expectLive( kit: Kit, slug: string, text: string ) {
	await expect
		.poll(
			async () => {
				const response = await fetch(
					`${ kit.frontEnd.url }/${ slug }/`
				);
				return response.ok ? response.text() : `${ response.status }`;
			},
			{ timeout: 40_000, interval: 100 }
		)
		.toContain( text );
}

/** The data folder of the platform. */
function platformData(): string {
	const place = path.join( stateHome, 'headless-deploy' );
	const [ name = '' ] = fs.readdirSync( place );
	return path.join( place, name );
}

/** A tab that connects again and again, sends half a request and never closes a connection. */
function openTab( url: string ): () => void {
	const { hostname, port: number } = new URL( url );
	const sockets = new Set< net.Socket >();
	const timer = setInterval( () => {
		const socket = net.connect( Number( number ), hostname );
		sockets.add( socket );
		socket.once( 'connect', () => socket.write( 'GET / HTTP/1.1\r\n' ) );
		socket.on( 'error', () => {} );
		socket.once( 'close', () => sockets.delete( socket ) );
	}, 20 );
	return () => {
		clearInterval( timer );
		sockets.forEach( ( socket ) => socket.destroy() );
	};
}

/** Leaves the locks of a WordPress that was killed while it sent a run. */
function leaveLocks(): void {
	const database = new DatabaseSync(
		path.join( folder, 'wordpress/wp-content/database/.ht.sqlite' ),
		// A request of WordPress may be writing.
		{ timeout: 10_000 }
	);
	const soon = Date.now() + 60_000;
	database
		.prepare(
			"UPDATE wp_headless_deploy_lanes SET lease = 'killed', lease_until = ?"
		)
		.run( soon );
	database
		.prepare(
			"INSERT OR REPLACE INTO wp_options ( option_name, option_value, autoload ) VALUES ( '_transient_doing_cron', ?, 'on' )"
		)
		.run( String( Date.now() / 1000 ) );
	database.close();
}

test( 'a second start keeps the posts and publishes, also with a tab open and after a crash, and a server that ends runs again', async () => {
	const first = await start();
	expect( first.output() ).toMatch(
		new RegExp(
			`WordPress runs on port \\d+, because ${ port } is in use\\.`
		)
	);
	const kept = await publish( first, 'Published in the first session' );
	const closeTabs = [ first.kit.wordpress.url, first.kit.portal.url ].map(
		openTab
	);
	expect( await first.interrupt() ).toBe( 0 );
	leaveLocks();
	// Where earlier versions stored it.
	fs.renameSync( platformData(), path.join( folder, 'platform' ) );

	const second = await start();
	closeTabs.forEach( ( close ) => close() );
	expect( second.output() ).toContain( `to ${ platformData() }.` );
	expect( second.kit ).toEqual( first.kit );
	const { title } = await second.rest.call< {
		title: { rendered: string };
	} >( 'GET', `wp/v2/posts/${ kept.id }` );
	expect( title.rendered ).toBe( 'Published in the first session' );
	await expectLive( second.kit, kept.slug, 'Published in the first session' );
	await publish( second, 'Published in the second session' );

	const holder = JSON.parse(
		fs.readFileSync( path.join( platformData(), 'holder.json' ), 'utf8' )
	) as { pid: number };
	process.kill( holder.pid, 'SIGKILL' );
	await second.printed( '✓ The platform runs again' );
	await publish( second, 'Published after the platform has ended' );
	await second.kill();
	leaveLocks();

	const third = await start();
	expect( third.kit ).toEqual( first.kit );
	await publish( third, 'Published in the third session' );
	expect( await third.interrupt() ).toBe( 0 );
} );
