/**
 * The parts of a page that change while it is looked at: found in the markup, named by their content.
 *
 * `data-live` on an element with an `id`: its content is replaced when it changes. `data-append="PLACE"`: what comes
 * behind the place is added to it. `data-since="TIME"`: the page counts on from there by itself, so what is shown in
 * such an element (and its attributes behind that one) makes no difference.
 */
import { createHash } from 'node:crypto';

const OPENING = /<([a-z][\w-]*)((?:\s+[\w:-]+(?:="[^"]*")?)*)\s*>/g;
const COUNTED = /(<[a-z][^<>]*\sdata-since="[^"]*")[^<>]*>[^<]*/g;

/** What a page shows: the content of each part, and how far the growing one is read. */
export interface LiveState {
	/** Hash of the title and of what the browser's tab shows. */
	head: string;
	/** Hashes by the parts' ids. */
	parts: Map< string, string >;
	/** Where the growing part goes on, or empty. */
	place: string;
}

/** A page as the stream sees it. */
export interface LivePage extends LiveState {
	/** Markup of the parts by their ids, with their own tags. */
	markup: Map< string, string >;
	/** What the growing part gained since the place that was asked for. */
	grown: { id: string; lines: string } | null;
	/** The page's title and icon. */
	headMarkup: string;
	/** Whether something runs. */
	isRunning: boolean;
}

function hashOf( text: string ): string {
	return createHash( 'sha256' )
		.update( text.replace( COUNTED, '$1' ) )
		.digest( 'base64url' )
		.slice( 0, 10 );
}

/**
 * Finds where an element's content ends.
 *
 * @param from Where its content begins.
 */
function endOfContent( markup: string, tag: string, from: number ): number {
	const tags = new RegExp( `<(/?)${ tag }(?=[\\s>/])[^<>]*>`, 'g' );
	tags.lastIndex = from;
	let depth = 1;
	for (
		let found = tags.exec( markup );
		found;
		found = tags.exec( markup )
	) {
		depth += found[ 1 ] === '/' ? -1 : 1;
		if ( depth === 0 ) {
			return found.index;
		}
	}
	return markup.length;
}

/** Finds what the browser's tab shows: the title and the icon. */
function headMarkup( markup: string ): string {
	const title = /<title[^>]*>[^<]*<\/title>/.exec( markup )?.[ 0 ] ?? '';
	const icon = /<link rel="icon"[^>]*>/.exec( markup )?.[ 0 ] ?? '';
	return title + icon;
}

interface Part {
	id: string;
	attributes: Map< string, string >;
	/** Where its tag begins, its content begins, and its content ends. */
	start: number;
	content: number;
	end: number;
	tag: string;
}

function attributesOf( text: string ): Map< string, string > {
	return new Map(
		[ ...text.matchAll( /\s+([\w:-]+)(?:="([^"]*)")?/g ) ].map(
			( [ , name = '', value = '' ] ) => [ name, value ]
		)
	);
}

function* partsOf( markup: string ): Generator< Part > {
	for ( const found of markup.matchAll( OPENING ) ) {
		const [ whole, tag = '', text = '' ] = found;
		if (
			! text.includes( 'data-live' ) &&
			! text.includes( 'data-append' )
		) {
			continue;
		}
		const attributes = attributesOf( text );
		if (
			attributes.has( 'data-live' ) ||
			attributes.has( 'data-append' )
		) {
			const content = found.index + whole.length;
			yield {
				id: attributes.get( 'id' ) ?? '',
				attributes,
				start: found.index,
				content,
				end: endOfContent( markup, tag, content ),
				tag,
			};
		}
	}
}

/**
 * Names the content of each part in its tag, so that the page can say later what it shows.
 */
export function markLiveParts( markup: string ): string {
	let marked = '';
	let done = 0;
	for ( const part of partsOf( markup ) ) {
		if ( part.attributes.has( 'data-live' ) ) {
			const tag = markup.slice( part.start, part.content );
			const hash = hashOf( tag + markup.slice( part.content, part.end ) );
			marked += markup.slice( done, part.start );
			marked += tag.replace(
				/\sdata-live(?:="[^"]*")?(?=[\s>])/,
				` data-live="${ hash }"`
			);
			done = part.content;
		}
	}
	const head = hashOf( headMarkup( markup ) );
	return ( marked + markup.slice( done ) ).replace(
		'<body',
		() => `<body data-head="${ head }"`
	);
}

/** Reads the parts of a page that `markLiveParts` has marked. */
export function readLivePage( markup: string ): LivePage {
	const body = /<body\s[^>]*>/.exec( markup )?.[ 0 ] ?? '';
	const page: LivePage = {
		head: /data-head="([^"]*)"/.exec( body )?.[ 1 ] ?? '',
		headMarkup: headMarkup( markup ),
		isRunning: body.includes( ' data-running' ),
		parts: new Map(),
		place: '',
		markup: new Map(),
		grown: null,
	};
	for ( const { id, attributes, start, content, end, tag } of partsOf(
		markup
	) ) {
		const place = attributes.get( 'data-append' );
		if ( place === undefined ) {
			page.parts.set( id, attributes.get( 'data-live' ) ?? '' );
			page.markup.set( id, `${ markup.slice( start, end ) }</${ tag }>` );
		} else {
			page.place = place;
			page.grown = { id, lines: markup.slice( content, end ) };
		}
	}
	return page;
}

/** Writes what a page shows as one line, which events carry as their id. */
export function writeState( { head, parts, place }: LiveState ): string {
	const words = new URLSearchParams( { head, place } );
	for ( const [ id, hash ] of parts ) {
		words.append( 'part', `${ id } ${ hash }` );
	}
	return words.toString();
}

/**
 * Reads what a page shows.
 *
 * @param line The line, from outside.
 */
export function readState( line: string ): LiveState {
	const words = new URLSearchParams( line );
	const place = words.get( 'place' ) ?? '';
	return {
		head: words.get( 'head' ) ?? '',
		parts: new Map(
			words.getAll( 'part' ).map( ( part ) => {
				const [ id = '', hash = '' ] = part.split( ' ' );
				return [ id, hash ];
			} )
		),
		place: /^\d{1,15}\.\d{1,9}$/.test( place ) ? place : '',
	};
}
