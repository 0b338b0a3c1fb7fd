/** Records of the journal. Every call creates one, so formatting is deferred until a user reads it. */
import { programName } from './user-agent.ts';
import type { JournalEntry } from '../model/faults.ts';
import { pathOfUrl } from './request-matcher.ts';
import { maskAnswer, maskBody, maskHeader, maskUrl } from './redaction.ts';

const MAX_BODY_BYTES = 4096;
const MAX_HEADERS = 60;
const MAX_HEADER_LENGTH = 1024;
const MAX_URL_LENGTH = 4096;
/** Approximate memory of a record without its texts. */
const ENTRY_BYTES = 400;

/** A completed call with its sensitive values. */
export interface Call {
	at: number;
	method: string;
	url: string;
	/** 0 without a response. */
	status: number;
	/** The API user, or empty. */
	user: string;
	tookMs: number;
	fault: string;
	/** Alternating names and values. */
	requestHeaders: readonly string[];
	/** Parsed, or undefined. */
	requestBody: unknown;
	responseHeaders: readonly string[];
	/** Empty if it was not recorded. */
	responseBody: string;
}

/** A truncated call without sensitive values. */
export interface JournalRecord extends Omit< Call, 'requestBody' > {
	number: number;
	requestBody: string;
	bytes: number;
}

/** Does not split a character. */
function truncateBody( text: string ): string {
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

function redactHeaders( headers: readonly string[] ): string[] {
	const redacted: string[] = [];
	const end = Math.min( headers.length, MAX_HEADERS * 2 );
	for ( let index = 0; index + 1 < end; index += 2 ) {
		const name = headers[ index ] ?? '';
		const value = maskHeader( name, headers[ index + 1 ] ?? '' );
		redacted.push( shorten( name ), shorten( value ) );
	}
	return redacted;
}

function lengthOf( texts: readonly string[] ): number {
	return texts.reduce( ( sum, text ) => sum + text.length, 0 );
}

/** Redacts and truncates a call. */
export function toRecord( call: Call, number: number ): JournalRecord {
	const record: JournalRecord = {
		...call,
		number,
		url: maskUrl( call.url ).slice( 0, MAX_URL_LENGTH ),
		requestHeaders: redactHeaders( call.requestHeaders ),
		requestBody:
			call.requestBody === undefined
				? ''
				: truncateBody(
						maskBody( call.requestBody, pathOfUrl( call.url ) )
					),
		responseHeaders: redactHeaders( call.responseHeaders ),
		responseBody: truncateBody( maskAnswer( call.responseBody ) ),
		bytes: 0,
	};
	record.bytes =
		ENTRY_BYTES +
		record.url.length +
		lengthOf( record.requestHeaders ) +
		record.requestBody.length +
		lengthOf( record.responseHeaders ) +
		record.responseBody.length;
	return record;
}

/** Returns headers by name, and joins repeated ones. */
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

/** Returns the message of an error response, or an empty string. */
function reasonOf( record: JournalRecord ): string {
	if ( record.fault !== '' ) {
		return '';
	}
	if ( record.status === 0 ) {
		return 'The connection closed before the response.';
	}
	if ( record.status < 400 ) {
		return '';
	}
	const [ , text ] =
		/"message":\s*("(?:[^"\\]|\\.)*")/.exec( record.responseBody ) ?? [];
	return text === undefined ? '' : String( JSON.parse( text ) );
}

export function toEntry( record: JournalRecord ): JournalEntry {
	const requestHeaders = readHeaders( record.requestHeaders );
	return {
		number: record.number,
		at: new Date( record.at ),
		method: record.method,
		url: record.url,
		status: record.status,
		caller: callerOf( record ),
		tookMs: record.tookMs,
		reason: reasonOf( record ),
		fault: record.fault,
		requestHeaders,
		requestBody: record.requestBody,
		responseHeaders: readHeaders( record.responseHeaders ),
		responseBody: record.responseBody,
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

/** Returns whether a call has an error status or no response. */
export function isError( { status }: JournalRecord ): boolean {
	return status === 0 || status >= 400;
}

export function matchesSearch(
	record: JournalRecord,
	search: string
): boolean {
	return [
		`${ record.method } ${ record.url }`,
		callerOf( record ),
		reasonOf( record ),
		record.fault,
		String( record.status ),
	].some( ( text ) => text.toLowerCase().includes( search ) );
}
