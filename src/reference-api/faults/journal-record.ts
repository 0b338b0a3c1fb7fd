/**
 * What the journal keeps of a call: cheap to make, for every call pays for it; what people read is made when they read.
 */
import { programName } from './user-agent.ts';
import type { JournalEntry } from '../model/faults.ts';
import { pathOfUrl } from './request-matcher.ts';
import { maskAnswer, maskBody, maskHeader, maskUrl } from './redaction.ts';

const MAX_BODY_BYTES = 4096;
const MAX_HEADERS = 60;
const MAX_HEADER_LENGTH = 1024;
const MAX_URL_LENGTH = 4096;
/** What an entry weighs besides its texts, roughly. */
const ENTRY_BYTES = 400;

/** A call that has ended, as the server saw it; nothing of it is kept as it is. */
export interface Call {
	at: number;
	method: string;
	url: string;
	/** 0 without an answer. */
	status: number;
	/** The API user, or empty. */
	user: string;
	tookMs: number;
	fault: string;
	/** Names and values in turn. */
	requestHeaders: readonly string[];
	/** Parsed, or undefined. */
	requestBody: unknown;
	responseHeaders: readonly string[];
	/** As it was written, or empty. */
	responseBody: string;
}

/** A call as it is kept: cut, and without secrets. */
export interface JournalRecord extends Omit< Call, 'requestBody' > {
	number: number;
	requestBody: string;
	bytes: number;
}

/** Cuts a text at a number of bytes, without a torn character. */
function cut( text: string ): string {
	if ( text.length * 3 <= MAX_BODY_BYTES ) {
		return text;
	}
	const bytes = Buffer.from( text );
	return bytes.length <= MAX_BODY_BYTES
		? text
		: bytes
				.subarray( 0, MAX_BODY_BYTES )
				.toString()
				.replace( /\ufffd$/, '' );
}

function shorten( text: string ): string {
	return text.length > MAX_HEADER_LENGTH
		? text.slice( 0, MAX_HEADER_LENGTH )
		: text;
}

function keepHeaders( headers: readonly string[] ): string[] {
	const kept: string[] = [];
	const end = Math.min( headers.length, MAX_HEADERS * 2 );
	for ( let index = 0; index + 1 < end; index += 2 ) {
		const name = headers[ index ] ?? '';
		const value = maskHeader( name, headers[ index + 1 ] ?? '' );
		kept.push( shorten( name ), shorten( value ) );
	}
	return kept;
}

function lengthOf( texts: readonly string[] ): number {
	return texts.reduce( ( sum, text ) => sum + text.length, 0 );
}

/** Takes secrets out of a call, and cuts it to what is kept. */
export function toRecord( call: Call, number: number ): JournalRecord {
	const kept: JournalRecord = {
		...call,
		number,
		url: maskUrl( call.url ).slice( 0, MAX_URL_LENGTH ),
		requestHeaders: keepHeaders( call.requestHeaders ),
		requestBody:
			call.requestBody === undefined
				? ''
				: cut( maskBody( call.requestBody, pathOfUrl( call.url ) ) ),
		responseHeaders: keepHeaders( call.responseHeaders ),
		responseBody: cut( maskAnswer( call.responseBody ) ),
		bytes: 0,
	};
	kept.bytes =
		ENTRY_BYTES +
		kept.url.length +
		lengthOf( kept.requestHeaders ) +
		kept.requestBody.length +
		lengthOf( kept.responseHeaders ) +
		kept.responseBody.length;
	return kept;
}

/**
 * Answers headers by name; what comes several times stands in one value.
 *
 * @param list Names and values in turn.
 */
function readHeaders( list: readonly string[] ): Record< string, string > {
	const headers = new Map< string, string >();
	for ( let index = 0; index + 1 < list.length; index += 2 ) {
		const name = ( list[ index ] ?? '' ).toLowerCase();
		const known = headers.get( name );
		const value = list[ index + 1 ] ?? '';
		headers.set(
			name,
			known === undefined ? value : `${ known }, ${ value }`
		);
	}
	return Object.fromEntries( headers );
}

/** Finds why a call was refused. */
function reasonOf( kept: JournalRecord ): string {
	if ( kept.fault !== '' ) {
		return '';
	}
	if ( kept.status === 0 ) {
		return 'The connection closed before the response.';
	}
	if ( kept.status < 400 ) {
		return '';
	}
	const [ , text ] =
		/"message":\s*("(?:[^"\\]|\\.)*")/.exec( kept.responseBody ) ?? [];
	return text === undefined ? '' : String( JSON.parse( text ) );
}

/** Makes what people read of a call. */
export function toEntry( kept: JournalRecord ): JournalEntry {
	const requestHeaders = readHeaders( kept.requestHeaders );
	return {
		number: kept.number,
		at: new Date( kept.at ),
		method: kept.method,
		url: kept.url,
		status: kept.status,
		caller: callerOf( kept ),
		tookMs: kept.tookMs,
		reason: reasonOf( kept ),
		fault: kept.fault,
		requestHeaders,
		requestBody: kept.requestBody,
		responseHeaders: readHeaders( kept.responseHeaders ),
		responseBody: kept.responseBody,
	};
}

function callerOf( { user, requestHeaders }: JournalRecord ): string {
	if ( user !== '' ) {
		return user;
	}
	const at = requestHeaders.findIndex(
		( name, index ) =>
			index % 2 === 0 && name.toLowerCase() === 'user-agent'
	);
	return programName( at < 0 ? undefined : requestHeaders[ at + 1 ] );
}

/** Returns whether a call was refused or not answered. */
export function isError( { status }: JournalRecord ): boolean {
	return status === 0 || status >= 400;
}

/** Returns whether a call holds what is looked for. */
export function matchesSearch( kept: JournalRecord, search: string ): boolean {
	return [
		`${ kept.method } ${ kept.url }`,
		callerOf( kept ),
		reasonOf( kept ),
		kept.fault,
		String( kept.status ),
	].some( ( text ) => text.toLowerCase().includes( search ) );
}
