import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { recognise } from '../../../src/panel/connections/recognition.ts';

interface Case {
	name: string;
	url: string;
	recognised: { provider: string; host: string; app: string };
	offers: string[];
}

const { accepted } = JSON.parse(
	readFileSync(
		join( import.meta.dirname, '../../contract/provider-urls.json' ),
		'utf8'
	)
) as { accepted: Case[] };

test.each( accepted.map( ( one ) => [ one.name, one ] as const ) )(
	'%s is shown as what the server makes of it',
	( _name, { url, recognised, offers } ) => {
		const found = recognise( url );
		expect( found?.provider ).toBe( recognised.provider );
		expect( found?.target.host ).toBe( recognised.host );
		expect( [ ...( found?.actions ?? [] ) ].sort() ).toEqual(
			[ ...offers ].sort()
		);
	}
);

test( 'half a URL is nothing yet', () => {
	expect( recognise( 'https://js.wpengineapi.com/wh/v1/accounts/a' ) ).toBe(
		null
	);
} );
