import { expect, test } from 'vitest';
import {
	listCosts,
	readCosts,
	withCosts,
} from '../../../src/dev-kit/checks/costs.ts';

const COSTS = readCosts(
	'{"name":"GET /status","rows":null,"statements":9,"reads":70,"diskTables":0,"ms":2.5}\n' +
		'{"name":"GET /runs","rows":null,"statements":14,"reads":9000,"diskTables":1,"ms":3}\n' +
		'{"name":"save","rows":1,"statements":3,"reads":3,"diskTables":0,"ms":5}\n' +
		'{"name":"list","rows":1,"statements":8,"reads":20,"diskTables":0,"ms":4}\n' +
		'{"name":"save","rows":10000,"statements":3,"reads":3,"diskTables":0,"ms":5}\n'
);

test( 'lists what was measured, the most rows first', () => {
	expect( listCosts( COSTS.slice( 0, 2 ) ) ).toBe(
		'route or task; statements; rows read; tables on disk; ms\n' +
			'GET /runs; 14; 9,000; 1; 3\nGET /status; 9; 70; 0; 2.5'
	);
} );

test( 'writes a table of routes, and one of tasks by rows', () => {
	const document = [ 'how cost grows', 'cost on the large network' ]
		.map( ( part ) => `<!-- generated: ${ part } -->\n<!-- /generated -->` )
		.join( '\n' );
	const rows = withCosts( document, COSTS )
		.split( '\n' )
		.filter( ( line ) => line.startsWith( '| ' ) );
	expect( rows ).toEqual( [
		'| task and rows | statements | rows read | tables on disk | ms |',
		'| save, 1 | 3 | 3 | 0 | 5 |',
		'| save, 10,000 | 3 | 3 | 0 | 5 |',
		'| list, 1 | 8 | 20 | 0 | 4 |',
		'| route or task | statements | rows read | tables on disk | ms |',
		'| GET /runs | 14 | 9,000 | 1 | 3 |',
		'| GET /status | 9 | 70 | 0 | 2.5 |',
	] );
} );
