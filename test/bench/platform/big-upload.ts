/**
 * An upload of 1 GB: what the servers answer, how long it takes, and the most memory that it takes.
 */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { inMs, printTable } from '../statistics.ts';
import { ENVIRONMENTS, makeEnvironment } from './client.ts';
import { BASIC, startMockoon, startPlatform, startPrism } from './servers.ts';
import type { Server } from './servers.ts';

const BYTES = 1_000_000_000;
const PIECE_BYTES = 1_000_000;
const LIMIT_BYTES = 4 * 1024 * 1024 * 1024;

/**
 * Makes a project whose zip has 1 GB; random, so that nothing can make it smaller.
 */
async function makeZip( file: string ): Promise< void > {
	const archive = new ZipFile();
	archive.addBuffer(
		Buffer.from( '{"name":"app","scripts":{"start":"node app.js"}}' ),
		'package.json'
	);
	const piece = randomBytes( PIECE_BYTES );
	const pieces = function* (): Generator< Buffer > {
		for ( let count = 0; count < BYTES / PIECE_BYTES; count++ ) {
			yield piece;
		}
	};
	archive.addReadStream( Readable.from( pieces() ), 'movie.bin', {
		compress: false,
		size: BYTES,
	} );
	archive.end();
	const out = fs.createWriteStream( file );
	archive.outputStream.pipe( out );
	await new Promise< void >( ( done ) => out.on( 'close', done ) );
}

async function send(
	server: Server,
	url: string,
	file: string
): Promise< string > {
	const form = new FormData();
	form.set( 'repository', await fs.openAsBlob( file ), 'app.zip' );
	try {
		const response = await fetch( server.url + url, {
			method: 'POST',
			headers: { authorization: BASIC },
			body: form,
		} );
		await response.arrayBuffer();
		return String( response.status );
	} catch {
		return 'connection lost';
	}
}

function inMegabytes( bytes: number | null ): string {
	return bytes === null ? 'unknown' : `${ Math.round( bytes / 1e6 ) } MB`;
}

/** Measures it. */
export async function benchBigUpload(): Promise< void > {
	const folder = fs.mkdtempSync(
		path.join( os.tmpdir(), 'headless-deploy-' )
	);
	const file = path.join( folder, 'big.zip' );
	const rows = [];
	try {
		await makeZip( file );
		for ( const start of [
			() =>
				startPlatform( {
					maxUploadBytes: LIMIT_BYTES,
					maxUnpackedBytes: LIMIT_BYTES,
				} ),
			startPrism,
			startMockoon,
		] ) {
			const server = await start();
			const isOurs = server.name === 'Headless Deploy';
			const id = isOurs ? await makeEnvironment( server ) : 'e';
			const before = server.peakMemory();
			const startedAt = performance.now();
			const answer = await send(
				server,
				`/fu/v1${ ENVIRONMENTS }/${ id }${ isOurs ? ':upload' : '/upload' }`,
				file
			);
			const took = performance.now() - startedAt;
			rows.push( {
				what: `${ server.name }: answered ${ answer } after ${ inMs( took ) }`,
				figure: `${ inMegabytes( server.peakMemory() ) } maximum (${ inMegabytes( before ) } before)`,
				ratio: '',
			} );
			await server.stop();
		}
	} finally {
		fs.rmSync( folder, { recursive: true, force: true } );
	}
	printTable( 'An upload of 1 GB, with a raised limit', rows );
}
