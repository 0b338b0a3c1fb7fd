import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { toRefusal } from '../lib/disk-errors.ts';
import { errorMessage } from '../lib/errors.ts';
import { HostingError } from '../model/hosting.ts';
import { sizeLabel } from '../lib/limits.ts';
import { quote } from '../lib/names.ts';
import { SMALLER_ZIP, ZIP_PART } from '../builds/zip-errors.ts';

/** What the other parts and the boundaries of a form may add to the zip. */
const FORM_OVERHEAD_BYTES = 64 * 1024;

/** Maximum number of parts of a form. */
const MAX_PARTS = 20;

/** How much of a rejected form is read and discarded, and for how long. */
const MAX_DRAINED_BYTES = 1024 * 1024 * 1024;
const MAX_DRAIN_MS = 60_000;

export interface ZipOptions {
	/** The folder of incomplete uploads. */
	folder: string;
	maxBytes: number;
	/** How long an upload may stall. */
	idleMs: number;
}

function tooLarge( maxBytes: number ): HostingError {
	return new HostingError(
		413,
		`This file is too large: the limit is ${ sizeLabel(
			maxBytes
		) }. ${ SMALLER_ZIP }. Nothing was deployed.`,
		{ field: ZIP_PART }
	);
}

/** Writes a part to the disk. The file is opened before anything can fail, so that the cleanup finds it. */
async function save( part: MultipartFile, file: string ): Promise< void > {
	const handle = await open( file, 'wx' );
	try {
		await handle.writeFile( part.file );
		await handle.sync();
	} finally {
		await handle.close();
	}
}

/** Reads the form until it ends or has to be refused. */
async function receiveParts(
	request: FastifyRequest,
	file: string,
	maxBytes: number
): Promise< HostingError | null > {
	let hasFile = false;
	const limits = { fileSize: maxBytes, parts: MAX_PARTS };
	for await ( const part of request.files( { limits } ) ) {
		if ( part.fieldname !== ZIP_PART || hasFile ) {
			return new HostingError(
				400,
				`The form must have one part named “${ ZIP_PART }” that contains the zip; ${ quote(
					part.fieldname
				) } came ${
					hasFile ? 'as well' : 'instead'
				}. Nothing was deployed.`,
				{ field: ZIP_PART }
			);
		}
		hasFile = true;
		await save( part, file );
		if ( part.file.truncated ) {
			return tooLarge( maxBytes );
		}
	}
	return hasFile
		? null
		: new HostingError(
				400,
				`The form has no file part named “${ ZIP_PART }”. Nothing was deployed.`,
				{ field: ZIP_PART }
			);
}

/**
 * Reads and discards the rest of a rejected form for a while: many clients read a response only after they have sent
 * everything, and lose it if the connection is closed early.
 */
function drain( raw: IncomingMessage ): void {
	if ( raw.readableEnded || raw.destroyed ) {
		return;
	}
	let left = MAX_DRAINED_BYTES;
	const timer = setTimeout( () => raw.destroy(), MAX_DRAIN_MS ).unref();
	raw.once( 'close', () => clearTimeout( timer ) );
	raw.unpipe();
	raw.on( 'data', ( chunk: Buffer ) => {
		left -= chunk.length;
		if ( left < 0 ) {
			raw.destroy();
		}
	} );
	raw.resume();
}

/** Aborts an idle upload, which would otherwise occupy disk space forever. */
function watchIdle( raw: IncomingMessage, idleMs: number ): () => void {
	raw.setTimeout( idleMs, () => {
		const refusal = new HostingError(
			408,
			`The upload stalled for ${ idleMs / 1000 } seconds. Nothing was deployed. Upload the zip again.`,
			{ headers: { connection: 'close' } }
		);
		// Stops parsing the form, but keeps the connection open for the response.
		raw.emit( 'error', refusal );
	} );
	return () => raw.setTimeout( 0 );
}

/** Rejects a form as soon as it is too large. The size of a part is only known at its end, which may never come. */
function watchSize( raw: IncomingMessage, maxBytes: number ): () => void {
	let left = maxBytes + FORM_OVERHEAD_BYTES;
	const count = ( chunk: Buffer ) => {
		left -= chunk.length;
		if ( left < 0 ) {
			raw.off( 'data', count );
			raw.emit( 'error', tooLarge( maxBytes ) );
		}
	};
	raw.on( 'data', count );
	return () => raw.off( 'data', count );
}

function refusalFor( error: unknown ): HostingError {
	return (
		toRefusal( error, 'The upload could not be stored' ) ??
		new HostingError(
			400,
			`The form is not complete (${ errorMessage(
				error
			) }). Nothing was deployed. Upload it again.`
		)
	);
}

/**
 * @return The path of the file, which is on the disk; the caller removes it.
 * @throws HostingError 400, 401, 403, 408, 413, 415 or 507; nothing is left then.
 */
export async function receiveZip(
	request: FastifyRequest,
	options: ZipOptions
): Promise< string > {
	const { folder, maxBytes, idleMs } = options;
	if ( ! request.isMultipart() ) {
		throw new HostingError(
			415,
			`Send the zip as multipart/form-data, in a part named “${ ZIP_PART }”.`
		);
	}
	const contentLength = Number( request.headers[ 'content-length' ] ?? 0 );
	if ( contentLength > maxBytes + FORM_OVERHEAD_BYTES ) {
		drain( request.raw );
		throw tooLarge( maxBytes );
	}
	const file = path.join( folder, `${ randomUUID() }.part` );
	const endIdle = watchIdle( request.raw, idleMs );
	const endSize = watchSize( request.raw, maxBytes );
	let refusal: HostingError | null;
	try {
		refusal = await receiveParts( request, file, maxBytes );
		if ( ! refusal ) {
			// Uploads take long: the user may have been deleted, or may have lost the role `write`.
			await request.checkAgain();
		}
	} catch ( error ) {
		refusal = refusalFor( error );
	} finally {
		endIdle();
		endSize();
	}
	if ( refusal ) {
		drain( request.raw );
		await rm( file, { force: true } );
		throw refusal;
	}
	return file;
}
