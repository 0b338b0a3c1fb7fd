/** Reads readme.txt as the parser of the plugin directory does, and names what the directory's validator reports. */

export interface Readme {
	name: string;
	/** The lines below the name, by their lower-case names. */
	headers: ReadonlyMap< string, string >;
	shortDescription: string;
	/** By the directory's names. Sections that the directory does not know are part of the description. */
	sections: ReadonlyMap< string, string >;
	/** The titles as written, in their order. */
	titles: readonly string[];
}

const HEADERS = [
	'contributors',
	'tags',
	'requires at least',
	'tested up to',
	'requires php',
	'stable tag',
	'license',
];
const OTHER_HEADERS = [ 'donate link', 'license uri', 'requires', 'tested' ];

const SECTIONS: Readonly< Record< string, string > > = {
	description: 'description',
	installation: 'installation',
	faq: 'faq',
	'frequently asked questions': 'faq',
	screenshots: 'screenshots',
	changelog: 'changelog',
	'upgrade notice': 'upgrade notice',
};

const IGNORED_TAGS = [ 'plugin', 'wordpress' ];
const MAX_TAGS = 5;
const MAX_SHORT_DESCRIPTION = 150;
const MAX_WORDS = 2500;
/** Of sections with a limit of their own. */
const MAX_WORDS_OF: Readonly< Record< string, number > > = {
	changelog: 5000,
	faq: 5000,
};
/** The developer handbook names this limit. The parser has none. */
const MAX_UPGRADE_NOTICE = 300;

const isTitle = ( line: string ): boolean => /^(==|##[^#])/.test( line );

/** Splits a line like “Stable tag: 1.0.0”. */
function headerOf( line: string ): [ name: string, value: string ] | null {
	const [ name = '', ...value ] = line.split( ':' );
	return value.length === 0 || /^[#=]/.test( line )
		? null
		: [ name.trim().toLowerCase(), value.join( ':' ).trim() ];
}

/** The directory takes an unknown header after an empty line for the short description. */
function takeHeaders( lines: string[] ): Map< string, string > {
	const headers = new Map< string, string >();
	let isAfterEmptyLine = false;
	for ( let line = lines[ 0 ]; line !== undefined; line = lines[ 0 ] ) {
		const header = headerOf( line );
		const isKnown =
			header !== null &&
			[ ...HEADERS, ...OTHER_HEADERS ].includes( header[ 0 ] );
		if ( line !== '' && ! isKnown && ( ! header || isAfterEmptyLine ) ) {
			break;
		}
		if ( header && isKnown ) {
			headers.set( ...header );
		}
		isAfterEmptyLine = line === '';
		lines.shift();
	}
	return headers;
}

export function parseReadme( text: string ): Readme {
	const lines = text.split( /\r?\n/ ).map( ( line ) => line.trim() );
	const name = ( lines.shift() ?? '' ).replace( /^[#= ]+|[#= ]+$/g, '' );
	const headers = takeHeaders( lines );
	const end = lines.findIndex( isTitle );
	const before = lines.splice( 0, end < 0 ? lines.length : end );
	const sections = new Map< string, string >();
	const titles: string[] = [];
	let current = 'description';
	for ( const line of lines ) {
		if ( isTitle( line ) ) {
			const title = line.replace( /^[#= ]+|[#= ]+$/g, '' );
			titles.push( title );
			current = SECTIONS[ title.toLowerCase() ] ?? 'description';
		} else {
			sections.set(
				current,
				`${ sections.get( current ) ?? '' }${ line }\n`
			);
		}
	}
	return {
		name,
		headers,
		shortDescription: before.filter( Boolean ).join( ' ' ),
		sections,
		titles,
	};
}

function headerFaults( { headers }: Readme ): string[] {
	const missing = HEADERS.filter( ( name ) => ! headers.get( name ) );
	const isVersion = ( name: string, pattern: RegExp ): boolean =>
		pattern.test( headers.get( name ) ?? '' );
	const ignored = [
		...[ 'requires at least', 'tested up to' ].filter(
			( name ) => ! isVersion( name, /^\d+\.\d(\.\d+)?$/ )
		),
		...[ 'requires php' ].filter(
			( name ) => ! isVersion( name, /^\d+(\.\d+){1,2}$/ )
		),
		...[ 'stable tag' ].filter(
			( name ) => ! isVersion( name, /^[\d.]+$/ )
		),
	].filter( ( name ) => headers.has( name ) );
	return [
		...missing.map( ( name ) => `“${ name }” is missing` ),
		...ignored.map( ( name ) => `“${ name }” is not a version` ),
	];
}

function tagFaults( { headers }: Readme ): string[] {
	const tags = ( headers.get( 'tags' ) ?? '' )
		.split( ',' )
		.map( ( tag ) => tag.trim() );
	return [
		...( tags.length > MAX_TAGS ? [ `more than ${ MAX_TAGS } tags` ] : [] ),
		...tags
			.filter( ( tag ) => IGNORED_TAGS.includes( tag ) )
			.map( ( tag ) => `the tag “${ tag }” is ignored` ),
	];
}

function sectionFaults( { sections }: Readme ): string[] {
	const names = [ ...new Set( Object.values( SECTIONS ) ) ];
	const isTooLong = ( name: string ): boolean => {
		const words = ( sections.get( name ) ?? '' ).trim().split( /\s+/ );
		return words.length >= ( MAX_WORDS_OF[ name ] ?? MAX_WORDS );
	};
	return [
		...names
			.filter( ( name ) => ! sections.get( name )?.trim() )
			.map( ( name ) => `no section “${ name }”` ),
		...names
			.filter( isTooLong )
			.map( ( name ) => `the section “${ name }” is truncated` ),
	];
}

function shortDescriptionFaults( { shortDescription }: Readme ): string[] {
	if ( ! shortDescription ) {
		return [ 'no short description' ];
	}
	return shortDescription.length > MAX_SHORT_DESCRIPTION
		? [ 'the short description is truncated' ]
		: [];
}

/** The text below each heading of a section, for example `= 1.0.0 =`. */
export function entriesOf( section: string ): Map< string, string > {
	const [ , ...entries ] = section.split( /^= (?=.+ =$)/m );
	return new Map(
		entries.map( ( entry ) => {
			const [ heading = '', ...text ] = entry.split( ' =\n' );
			return [ heading, text.join( ' =\n' ).trim() ];
		} )
	);
}

function versionFaults( { headers, sections }: Readme ): string[] {
	const version = headers.get( 'stable tag' ) ?? '';
	const changes = entriesOf( sections.get( 'changelog' ) ?? '' );
	const notices = entriesOf( sections.get( 'upgrade notice' ) ?? '' );
	return [
		...( changes.get( version )
			? []
			: [ 'no “changelog” of the stable version' ] ),
		...[ ...notices ]
			.filter( ( [ , text ] ) => text.length > MAX_UPGRADE_NOTICE )
			.map( ( [ of ] ) => `the upgrade notice of ${ of } is truncated` ),
	];
}

export function faultsOf( readme: Readme ): string[] {
	const hasName = ! /^(plugin name)?$/i.test( readme.name );
	return [
		...( hasName && ! headerOf( readme.name ) ? [] : [ 'no plugin name' ] ),
		...headerFaults( readme ),
		...tagFaults( readme ),
		...shortDescriptionFaults( readme ),
		...sectionFaults( readme ),
		...versionFaults( readme ),
	];
}
