const BANNER = `/**
 * What the plugin's PHP code decides and TypeScript needs before a response says it.
 *
 * Generated from \`shared_facts()\` in src/dev-kit/docs/facts.php by \`npm run docs\`. Do not edit.
 */
`;

/** A fact: its name in TypeScript, what it is, and its value as JSON. */
export interface SharedFact {
	name: string;
	text: string;
	value: unknown;
}

function literal( value: unknown, indent = '' ): string {
	if ( typeof value !== 'object' || value === null ) {
		return typeof value === 'string' ? `'${ value }'` : String( value );
	}
	const inner = `${ indent }\t`;
	const entries = Object.entries( value ).map( ( [ key, item ] ) => {
		const name = Array.isArray( value ) ? '' : `${ key }: `;
		return `${ inner }${ name }${ literal( item, inner ) },\n`;
	} );
	const [ open, close ] = Array.isArray( value ) ? '[]' : '{}';
	return `${ open }\n${ entries.join( '' ) }${ indent }${ close }`;
}

/** Returns the content of src/shared/server-facts.ts. */
export function makeServerFacts( facts: readonly SharedFact[] ): string {
	const constants = facts.map(
		( { name, text, value } ) =>
			`/** ${ text } */\nexport const ${ name } = ${ literal( value ) } as const;\n`
	);
	return [ BANNER, ...constants ].join( '\n' );
}
