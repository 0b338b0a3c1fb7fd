/** Writes what licenses require of everyone who passes on a bundle, and a list of its parts for programs. */
import fs from 'node:fs';
import path from 'node:path';
import { bundledPackages } from './packages.ts';
import type { BundledPackage } from './packages.ts';

export const LICENSES_FILE = 'THIRD-PARTY-LICENSES.txt';
export const SBOM_FILE = 'sbom.cdx.json';

/** The folder of the project. */
const PROJECT = path.resolve( import.meta.dirname, '../..' );
const LINE = '-'.repeat( 72 );

/** What is passed on. */
export interface Product {
	name: string;
	version: string;
	license: string;
}

/** What stands below the name of a package. */
function noticeOf( { texts, contains }: BundledPackage ): string {
	const parts = contains.length
		? [ `Contains code of: ${ contains.join( ', ' ) }` ]
		: [];
	const files = texts.map( ( { file, text } ) =>
		texts.length > 1 ? `[${ file }]\n\n${ text }` : text
	);
	return [ ...parts, ...files ].join( '\n\n' );
}

/** Packages with the same notice share it. */
export function licensesText(
	product: Product,
	packages: BundledPackage[]
): string {
	const intro = packages.length
		? `${ product.name } contains code of the following packages, under their licenses.`
		: `${ product.name } contains no code of other packages.`;
	const notices = [ ...Map.groupBy( packages, noticeOf ) ].map(
		( [ notice, group ] ) => {
			const names = group.map(
				( { name, version, license } ) =>
					`${ name } ${ version } (${ license })`
			);
			return `${ names.join( '\n' ) }\n\n${ notice }`;
		}
	);
	return `${ [ intro, ...notices ].join( `\n\n${ LINE }\n\n` ) }\n`;
}

function packageUrl( name: string, version = '' ): string {
	return `pkg:npm/${ name.replace( '@', '%40' ) }${ version && `@${ version }` }`;
}

function licensesOf( license: string ): object[] {
	return [
		/\s/.test( license )
			? { expression: license }
			: { license: { id: license } },
	];
}

function componentOf( {
	name,
	version,
	license,
	repository,
	contains,
}: BundledPackage ): object {
	return {
		type: 'library',
		'bom-ref': packageUrl( name, version ),
		name,
		version,
		licenses: licensesOf( license ),
		purl: packageUrl( name, version ),
		...( repository && {
			externalReferences: [ { type: 'vcs', url: repository } ],
		} ),
		...( contains.length && {
			components: contains.map( ( part ) => ( {
				type: 'library',
				name: part,
				purl: packageUrl( part ),
			} ) ),
		} ),
	};
}

/** https://cyclonedx.org/docs/1.6/json/ */
export function sbom( product: Product, packages: BundledPackage[] ): object {
	const { name, version, license } = product;
	const ref = `${ name }@${ version }`;
	return {
		$schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
		bomFormat: 'CycloneDX',
		specVersion: '1.6',
		version: 1,
		metadata: {
			component: {
				type: 'application',
				'bom-ref': ref,
				name,
				version,
				licenses: licensesOf( license ),
			},
		},
		components: packages.map( componentOf ),
		dependencies: [
			{
				ref,
				dependsOn: packages.map( ( one ) =>
					packageUrl( one.name, one.version )
				),
			},
		],
	};
}

/**
 * Fails when a license is missing or is not compatible with the GPL.
 *
 * @param modules Paths of all bundled modules.
 */
export function writeThirdPartyFiles(
	folder: string,
	product: Partial< Product >,
	modules: readonly string[]
): void {
	const { name, version, license } = JSON.parse(
		fs.readFileSync( path.join( PROJECT, 'package.json' ), 'utf8' )
	) as Product;
	const whole = { name, version, license, ...product };
	const packages = bundledPackages(
		modules,
		path.join( PROJECT, 'node_modules' )
	);
	fs.writeFileSync(
		path.join( folder, LICENSES_FILE ),
		licensesText( whole, packages )
	);
	fs.writeFileSync(
		path.join( folder, SBOM_FILE ),
		`${ JSON.stringify( sbom( whole, packages ), null, '\t' ) }\n`
	);
}
