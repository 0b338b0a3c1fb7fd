import { SelectControl } from '@wordpress/components';
import { Link } from 'wouter';
import { addresses } from '../addresses.ts';
import { useHost } from '../client/host.ts';
import { useHostQuery } from '../client/queries.ts';
import { Field } from '../components/field.tsx';
import { __, sprintf } from '../i18n.ts';

interface Props {
	account: string;
	value: string;
	onChange: ( install: string ) => void;
	error: Error | null;
}

/** The WordPress installs of an account, or nothing if the host does not list them. */
export function useInstalls( account: string ) {
	const { has } = useHost();
	const { data } = useHostQuery( {
		operation: 'listLocalInstalls',
		topics: [ 'installs' ],
		key: {},
		read: ( client, signal ) =>
			client.GET( '/_local/installs', { signal } ),
		enabled: has( 'listLocalInstalls' ),
	} );
	return data?.installs.filter(
		( { accountName } ) => accountName === account
	);
}

function AddInstallLink() {
	const { has } = useHost();
	return has( 'saveInstall' ) ? (
		<Link href={ addresses.installs }>
			{ __( 'Add an install', 'headless-deploy' ) }
		</Link>
	) : null;
}

/** Chooses the WordPress install that an environment is linked to. Its name is typed where the host lists none. */
export function InstallField( { account, value, onChange, error }: Props ) {
	const installs = useInstalls( account );
	const label = __( 'WordPress install', 'headless-deploy' );
	const hint = (
		<>
			{ sprintf(
				/* translators: %s: name of a shell variable. */
				__( 'The app gets its address as %s.', 'headless-deploy' ),
				'WORDPRESS_URL'
			) }{ ' ' }
			<AddInstallLink />
		</>
	);
	if ( installs === undefined || installs.length === 0 ) {
		return (
			<Field
				name="wpEnvironment"
				label={ label }
				hint={ hint }
				value={ value }
				onChange={ onChange }
				error={ error }
				required
				autoComplete="off"
			/>
		);
	}
	const isListed = installs.some( ( { name } ) => name === value );
	const unlisted =
		value === '' ? __( 'Choose an install', 'headless-deploy' ) : value;
	return (
		<SelectControl
			__nextHasNoMarginBottom
			__next40pxDefaultSize
			label={ label }
			help={ hint }
			required
			value={ value }
			options={ [
				...( isListed ? [] : [ { value, label: unlisted } ] ),
				...installs.map( ( { name, url } ) => ( {
					value: name,
					label: url === '' ? name : `${ name }, ${ url }`,
				} ) ),
			] }
			onChange={ onChange }
		/>
	);
}
