import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { unwrapCurl } from '../../src/cli/curl-command.ts';
import { webhookUrlFor } from '../../src/cli/webhook-url.ts';

const { url, commands, withoutUrl, otherTexts } = JSON.parse(
	readFileSync(
		new URL( '../contract/curl-commands.json', import.meta.url ),
		'utf8'
	)
) as {
	url: string;
	commands: { name: string; command: string }[];
	withoutUrl: string[];
	otherTexts: string[];
};
const fill = ( text: string ) => text.replaceAll( '{url}', url );

test.each( commands )( 'finds the URL of a command: $name', ( { command } ) => {
	expect( unwrapCurl( fill( command ) ) ).toBe( url );
	expect( webhookUrlFor( fill( command ), 'rebuild' ).href ).toBe( url );
} );

test( 'removes the escapes of a shell', () => {
	const escaped = url.replace( /[?=]|:(?=rebuild)/g, '\\$&' );
	expect( unwrapCurl( `curl -X POST ${ escaped }` ) ).toBe( url );
} );

test.each( withoutUrl )(
	'says that a command contains no URL, without repeating it: %j',
	( command ) => {
		expect( unwrapCurl( command ) ).toBeNull();
		const convert = () => webhookUrlFor( command, 'rebuild' );
		expect( convert ).toThrow( 'the curl command contains no URL' );
		expect( convert ).not.toThrow( 'c2VjcmV0' );
	}
);

test.each( otherTexts )( 'leaves other texts as they are: %j', ( text ) => {
	expect( unwrapCurl( fill( text ) ) ).toBe( fill( text ) );
} );
