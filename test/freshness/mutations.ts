/**
 * Mutations of the plugin, derived from its sources: each hook of a listener is taken out, and each tag that is sent or
 * written is replaced by another one.
 */
import fs from 'node:fs';
import path from 'node:path';
import { listFiles } from '../../src/dev-kit/files.ts';
import { PROJECT } from '../../src/dev-kit/paths.ts';

export interface Mutation {
	/** Class and hook, or method and kind of tag, so that neither formatting nor a renamed variable changes it. */
	id: string;
	/** Below the folder of the plugin. */
	file: string;
	/** Where the replaced text starts. */
	at: number;
	text: string;
	replacement: string;
	/** The hook of a listener as in the source; empty for a tag. */
	hook: string;
}

const FOLDERS = [ 'includes/Changes', 'includes/Refresh' ];
/** Makes the tags. */
const TAG_CLASS = 'Tag.php';
const HOOK = /(?<=\n\t+)add_(?:action|filter)\(/g;
const HOOK_NAME = /\(\s*([^,]+),/;
const MEMBER =
	/\bfunction\s+&?(?<method>\w+)\s*\(|\bconst\s+(?:\w+\s+)?(?<constant>\w+)\s*=/g;
const TAG_NAME = /^\w+::\w+/;
const TAG_CALL = /\bTag::(?!is_)[a-z_]+\(/g;
const TAG_CONSTANT = /(?<!const .*)\bTag::(?!PATTERN)[A-Z_]+\b/g;
/** A tag that changes can have, of an object that no test has. */
const OTHER_TAG = "'comment-999999999'";

/** Returns the offset after the parenthesis that closes the one before `start`. */
function endOfCall( source: string, start: number ): number {
	let depth = 1;
	let at = start;
	let quote = '';
	while ( depth > 0 && at < source.length ) {
		const character = source[ at ] ?? '';
		if ( quote ) {
			quote = character === quote ? '' : quote;
		} else if ( character === "'" || character === '"' ) {
			quote = character;
		} else if ( character === '(' ) {
			depth++;
		} else if ( character === ')' ) {
			depth--;
		}
		at++;
	}
	return at;
}

type Found = Pick< Mutation, 'at' | 'text' | 'replacement' | 'hook' >;

function hooksIn( source: string ): Found[] {
	return [ ...source.matchAll( HOOK ) ].map( ( { index, 0: start } ) => {
		const text = source.slice(
			index,
			endOfCall( source, index + start.length )
		);
		const [ , hook = '' ] = HOOK_NAME.exec( text ) ?? [];
		return { at: index, text, replacement: 'true', hook };
	} );
}

function tagsIn( source: string ): Found[] {
	const calls = [ ...source.matchAll( TAG_CALL ) ].map(
		( { index, 0: start } ) => {
			const text = source.slice(
				index,
				endOfCall( source, index + start.length )
			);
			const replacement = text.endsWith( '( ... )' )
				? `static fn(): string => ${ OTHER_TAG }`
				: OTHER_TAG;
			return { at: index, text, replacement, hook: '' };
		}
	);
	const constants = [ ...source.matchAll( TAG_CONSTANT ) ].map(
		( { index, 0: text } ) => ( {
			...{ at: index, text, replacement: OTHER_TAG, hook: '' },
		} )
	);
	return [ ...calls, ...constants ];
}

/** Returns the method or constant that the code is part of. */
function memberAt( source: string, at: number ): string {
	const [ last ] = [ ...source.slice( 0, at ).matchAll( MEMBER ) ].slice(
		-1
	);
	return last?.groups?.method ?? last?.groups?.constant ?? '';
}

function nameOf( source: string, file: string, { at, text, hook }: Found ) {
	const name = path.basename( file, '.php' );
	return hook
		? `${ name }: ${ hook }`
		: `${ name }::${ memberAt( source, at ) }: ${ TAG_NAME.exec( text )?.[ 0 ] }`;
}

const sources = new Map< string, string >();

/** Reads a source once, so that a new commit does not change a running test. */
function readSource( file: string ): string {
	const source =
		sources.get( file ) ??
		fs.readFileSync( path.join( PROJECT, file ), 'utf8' );
	sources.set( file, source );
	return source;
}

export function findMutations(): Mutation[] {
	const files = FOLDERS.flatMap( ( folder ) =>
		listFiles( path.join( PROJECT, folder ), [] ).map( ( name ) =>
			path.posix.join( folder, name )
		)
	).filter( ( file ) => file.endsWith( '.php' ) );
	const times = new Map< string, number >();
	return files.flatMap( ( file ) => {
		const source = readSource( file );
		const found = file.endsWith( `/${ TAG_CLASS }` )
			? []
			: [ ...hooksIn( source ), ...tagsIn( source ) ];
		return found.map( ( mutation ) => {
			const name = nameOf( source, file, mutation );
			const time = ( times.get( name ) ?? 0 ) + 1;
			times.set( name, time );
			return {
				...mutation,
				file,
				id: time === 1 ? name : `${ name } (${ time })`,
			};
		} );
	} );
}

/** Returns the source of the file of a mutation, changed. */
export function mutatedSource( mutation: Mutation ): string {
	const { file, at, text, replacement } = mutation;
	const source = readSource( file );
	return (
		source.slice( 0, at ) + replacement + source.slice( at + text.length )
	);
}

/** Changes the source of a mutation in a copy of the plugin, and restores it after use. */
export async function withMutation(
	folder: string,
	mutation: Mutation,
	act: () => Promise< void >
): Promise< void > {
	const file = path.join( folder, mutation.file );
	fs.writeFileSync( file, mutatedSource( mutation ) );
	try {
		await act();
	} finally {
		fs.writeFileSync( file, readSource( mutation.file ) );
	}
}
