import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../src/shared/redaction.ts';

interface Case {
	name: string;
	secrets: string[];
	text: string;
	redacted: string;
}

const { cases } = JSON.parse(
	readFileSync(
		new URL( '../contract/redaction.json', import.meta.url ),
		'utf8'
	)
) as { cases: Case[] };

describe( 'createRedactor', () => {
	it.each( cases )(
		'takes a secret out as PHP does: $name',
		( { secrets, text, redacted } ) => {
			expect( createRedactor( secrets )( text ) ).toBe( redacted );
		}
	);

	it( 'leaves nothing of a secret in any case', () => {
		for ( const { secrets, text } of cases ) {
			const clean = createRedactor( secrets )( text );
			for ( const secret of secrets.filter(
				( { length } ) => length > 7
			) ) {
				expect( clean ).not.toContain( secret );
			}
		}
	} );
} );
