import fs from 'node:fs';
import path from 'node:path';
import { makeTable, replacePart } from '../docs/tables.ts';
import type { Table } from '../docs/tables.ts';
import { LOCAL, PROJECT } from '../paths.ts';

/** What the check `network` measures of one route or task. */
export interface Cost {
	name: string;
	/** Of the tables, where the same is measured with several numbers of rows. */
	rows: number | null;
	statements: number;
	/** Rows that the database read. */
	reads: number;
	/** Temporary tables on disk. */
	diskTables: number;
	ms: number;
}

export const COSTS_FILE = path.join( LOCAL, 'checks', 'network.costs' );

const DOCUMENT = path.join( PROJECT, 'docs', 'scale.md' );
const NUMBER = new Intl.NumberFormat( 'en' );

/** Reads one JSON object a line. */
export function readCosts( text: string ): Cost[] {
	return text
		.split( '\n' )
		.filter( ( line ) => line !== '' )
		.map( ( line ) => JSON.parse( line ) as Cost );
}

const figuresOf = ( { statements, reads, diskTables, ms }: Cost ) =>
	[ statements, reads, diskTables, ms ].map( ( figure ) =>
		NUMBER.format( figure )
	);

const FIGURES = [ 'statements', 'rows read', 'tables on disk', 'ms' ];

function growthTable( costs: readonly Cost[] ): Table {
	const names = [ ...new Set( costs.map( ( { name } ) => name ) ) ];
	return {
		head: [ 'task and rows', ...FIGURES ],
		rows: names
			.flatMap( ( name ) =>
				costs.filter( ( cost ) => cost.name === name )
			)
			.map( ( cost ) => [
				`${ cost.name }, ${ NUMBER.format( cost.rows ?? 0 ) }`,
				...figuresOf( cost ),
			] ),
	};
}

/** The most rows first. */
function networkTable( costs: readonly Cost[] ): Table {
	return {
		head: [ 'route or task', ...FIGURES ],
		rows: [ ...costs ]
			.sort( ( a, b ) => b.reads - a.reads )
			.map( ( cost ) => [ cost.name, ...figuresOf( cost ) ] ),
	};
}

/** Replaces both tables of a document. */
export function withCosts( document: string, costs: readonly Cost[] ): string {
	const isGrowth = ( { rows }: Cost ): boolean => rows !== null;
	const tables = {
		'how cost grows': growthTable( costs.filter( isGrowth ) ),
		'cost on the large network': networkTable(
			costs.filter( ( cost ) => ! isGrowth( cost ) )
		),
	};
	return Object.entries( tables ).reduce(
		( text, [ part, table ] ) =>
			replacePart( text, part, ( before ) => makeTable( before, table ) )
				.text,
		document
	);
}

/** A line for each, the most rows first. Times depend on the machine and are only printed. */
export function listCosts( costs: readonly Cost[] ): string {
	const { head, rows } = networkTable( costs );
	return [ head, ...rows ]
		.map( ( cells ) => cells.join( '; ' ) )
		.join( '\n' );
}

/** Returns what was measured, and writes it to docs/scale.md if HEADLESS_DEPLOY_TEST_TABLE is set. */
export function reportCosts(): string {
	const costs = readCosts( fs.readFileSync( COSTS_FILE, 'utf8' ) );
	if ( process.env.HEADLESS_DEPLOY_TEST_TABLE ) {
		fs.writeFileSync(
			DOCUMENT,
			withCosts( fs.readFileSync( DOCUMENT, 'utf8' ), costs )
		);
	}
	return listCosts( costs.filter( ( { rows } ) => rows === null ) );
}
