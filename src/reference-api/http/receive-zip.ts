/**
 * Streams the zip of a multipart request to the disk.
 */
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { systemCode, wordsOf } from '../errors.ts';
import { HostingError } from '../model.ts';

export const MAX_UPLOAD_BYTES = 100 * 1024 * 1024;
/** The name of the form part that holds the zip. */
export const ZIP_PART = 'repository';

/** What the other parts and the boundaries of a form may add to the zip. */
const FORM_OVERHEAD_BYTES = 64 * 1024;

function tooLarge(): HostingError {
	return new HostingError(
		413,
		'This zip is too large: the limit is 100 MiB. Leave node_modules and build results out. Nothing was deployed.'
	);
}

async function save( part: MultipartFile, file: string ): Promise< void > {
	await pipeline( part.file, createWriteStream( file, { flags: 'wx' } ) );
	const handle = await open( file, 'r' );
	try {
		await handle.sync();
	} finally {
		await handle.close();
	}
}

/**
 * Reads the form to its end even when it is refused: whoever is still sending hears the answer then.
 *
 * @param request The request.
 * @param file    The file.
 */
async function receiveParts(
	request: FastifyRequest,
	file: string
): Promise< HostingError | null > {
	let refusal: HostingError | null = null;
	let found = false;
	for await ( const part of request.files() ) {
		if ( part.fieldname !== ZIP_PART || found ) {
			refusal ??= new HostingError(
				400,
				`The form has to have one part named “${ ZIP_PART }” that holds the zip; “${ part.fieldname }” came ${
					found ? 'as well' : 'instead'
				}.`
			);
			part.file.resume();
			continue;
		}
		found = true;
		await save( part, file );
		if ( part.file.truncated ) {
			refusal ??= tooLarge();
		}
	}
	if ( ! found ) {
		refusal ??= new HostingError(
			400,
			`The form has no part named “${ ZIP_PART }” that holds the zip.`
		);
	}
	return refusal;
}

function inWords( error: unknown ): HostingError {
	if ( error instanceof HostingError ) {
		return error;
	}
	const code = systemCode( error );
	if ( /^E[A-Z]+$/.test( code ) && code !== 'ECONNRESET' ) {
		return new HostingError(
			507,
			`The upload could not be stored: ${ wordsOf(
				error
			) }. Nothing was deployed. Check the disk of the platform.`
		);
	}
	// The disk apart, only the form itself can be broken off or badly made.
	return new HostingError(
		400,
		`The form is not complete (${ wordsOf(
			error
		) }). Nothing was deployed. Upload it again.`
	);
}

/**
 * Receives the uploaded zip.
 *
 * @param request The multipart request.
 * @param folder  Where the file is put.
 * @return The path of the file, which is on the disk; whoever gets it removes it.
 * @throws HostingError 400, 413, 415 or 507; nothing is left then.
 */
export async function receiveZip(
	request: FastifyRequest,
	folder: string
): Promise< string > {
	if ( ! request.isMultipart() ) {
		throw new HostingError(
			415,
			`Send the zip as multipart/form-data, in a part named “${ ZIP_PART }”.`
		);
	}
	const announced = Number( request.headers[ 'content-length' ] ?? 0 );
	if ( announced > MAX_UPLOAD_BYTES + FORM_OVERHEAD_BYTES ) {
		throw tooLarge();
	}
	const file = path.join( folder, `${ randomUUID() }.part` );
	let refusal: HostingError | null;
	try {
		refusal = await receiveParts( request, file );
	} catch ( error ) {
		refusal = inWords( error );
	}
	if ( refusal ) {
		await rm( file, { force: true } );
		throw refusal;
	}
	return file;
}
