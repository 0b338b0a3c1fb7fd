import { compile } from 'json-schema-to-typescript';

type Schema = Record< string, unknown >;

/** A schema, and its use: a method with a path, or a phrase. */
export interface SchemaUse {
	use: string;
	schema: Schema;
}

interface Definition {
	schema: Schema;
	uses: string[];
}

const BANNER = `/**
 * What the plugin's REST routes \`headless-deploy/v1\` answer and accept. Times are ISO 8601 in UTC.
 *
 * Generated from the schemas in PHP by \`npm run docs\`. Do not edit.
 */
`;

const PREFIX = /^headless-deploy-/;

/** Turns `headless-deploy-run-status` into `RunStatus`. */
function typeName( title: string ): string {
	return title
		.replace( PREFIX, '' )
		.replace( /(?:^|-)(\w)/g, ( _, letter: string ) =>
			letter.toUpperCase()
		);
}

/** Turns `headless-deploy-run-status` into `RUN_STATUSES`. */
function listName( title: string ): string {
	const name = title.replace( PREFIX, '' ).replaceAll( '-', '_' );
	const plural = name.replace( /(?<![aeiou])y$/, 'ie' ).replace( /s$/, 'se' );
	return `${ plural }s`.toUpperCase();
}

function isSchema( value: unknown ): value is Schema {
	return (
		typeof value === 'object' && value !== null && ! Array.isArray( value )
	);
}

/** Removes `null` from the types and values of a schema. */
function withoutNull( schema: Schema ): Schema {
	const { type, enum: values, ...rest } = schema;
	const types = [ type ].flat().filter( ( one ) => one !== 'null' );
	return {
		...rest,
		type: types.length === 1 ? types[ 0 ] : types,
		...( Array.isArray( values )
			? { enum: values.filter( ( one ) => one !== null ) }
			: {} ),
	};
}

class Definitions {
	readonly #byTitle = new Map< string, Definition >();

	add( title: string, schema: Schema, use?: string ): void {
		const definition = this.#byTitle.get( title ) ?? { schema, uses: [] };
		if (
			JSON.stringify( definition.schema ) !== JSON.stringify( schema )
		) {
			throw new Error( `Two different schemas are named ${ title }.` );
		}
		if ( use !== undefined ) {
			definition.uses.push( use );
		}
		this.#byTitle.set( title, definition );
	}

	/** Replaces each schema that has a title by the name of its type. */
	referTo( schema: Schema ): Schema {
		const { title, description, ...rest } = schema;
		if ( typeof title !== 'string' ) {
			return this.inside( schema );
		}
		this.add( title, this.inside( withoutNull( rest ) ) );
		const isNullable = [ rest.type ].flat().includes( 'null' );
		return {
			tsType: `${ typeName( title ) }${ isNullable ? ' | null' : '' }`,
			...( description === undefined ? {} : { description } ),
		};
	}

	/** Replaces the schemas inside of a schema. */
	inside( schema: Schema ): Schema {
		const { properties, items, maxItems: _, ...rest } = schema;
		return {
			...rest,
			...( isSchema( items ) ? { items: this.referTo( items ) } : {} ),
			...( isSchema( properties )
				? {
						properties: Object.fromEntries(
							Object.entries( properties ).map(
								( [ name, value ] ) => [
									name,
									this.referTo( value as Schema ),
								]
							)
						),
					}
				: {} ),
		};
	}

	entries(): [ string, Definition ][] {
		return [ ...this.#byTitle ].sort( ( [ a ], [ b ] ) =>
			a.localeCompare( b, 'en' )
		);
	}
}

/** The comment of a type: the requests that answer it. */
function comment( uses: string[] ): string {
	const named = uses.map( ( use ) =>
		/^[A-Z]+ \//.test( use ) ? `\`${ use }\`` : use
	);
	return named.length > 0 ? `${ named.join( ', ' ) }.` : '';
}

function makeList( title: string, values: unknown[] ): string {
	const list = values
		.map( ( one ) => `\t'${ String( one ) }',\n` )
		.join( '' );
	return `export const ${ listName( title ) } = [\n${ list }] as const;

export type ${ typeName( title ) } = ( typeof ${ listName(
		title
	) } )[ number ];
`;
}

async function makeType( title: string, definition: Definition ) {
	const { schema, uses } = definition;
	if ( Array.isArray( schema.enum ) ) {
		return makeList( title, schema.enum );
	}
	const text = comment( uses );
	return compile(
		{ ...schema, ...( text === '' ? {} : { description: text } ) },
		typeName( title ),
		{
			bannerComment: '',
			style: { useTabs: true, singleQuote: true, printWidth: 120 },
		}
	);
}

/** Returns the content of src/shared/wire.ts. */
export async function makeWireTypes( uses: SchemaUse[] ): Promise< string > {
	const definitions = new Definitions();
	for ( const { use, schema } of uses ) {
		const { title, description, ...rest } = schema;
		if ( typeof title !== 'string' ) {
			throw new Error( `The schema of ${ use } has no title.` );
		}
		definitions.add(
			title,
			definitions.inside( withoutNull( rest ) ),
			use
		);
	}
	const types = await Promise.all(
		definitions
			.entries()
			.map( ( [ title, definition ] ) => makeType( title, definition ) )
	);
	return `${ BANNER }\n${ types.join( '\n' ) }`.replace(
		/\/\*\*\n\s*\* (.*)\n\s*\*\/(?=\n\s*(?!export const)\w)/g,
		'/** $1 */'
	);
}
