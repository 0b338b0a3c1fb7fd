import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Install } from '../../shared/platform-api.generated.ts';
import { addresses } from '../addresses.ts';
import { useHost } from '../client/host.ts';
import { useHostGet } from '../client/queries.ts';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { __, sprintf } from '../../ui/i18n.ts';

/** The WordPress installs of an account, else all that the user sees; none if the host does not list them. */
export function useInstalls( account?: string ): Install[] {
	const { has } = useHost();
	const { data } = useHostGet( '/_local/installs', [ 'installs' ], {
		enabled: has( 'listLocalInstalls' ),
	} );
	return ( data?.installs ?? [] ).filter( ( { accountName } ) =>
		[ undefined, accountName ].includes( account )
	);
}

export function installLabel( { name, url }: Pick< Install, 'name' | 'url' > ) {
	return name === ''
		? __( 'No WordPress install', 'headless-deploy' )
		: `${ name }, ${ url || __( 'no URL', 'headless-deploy' ) }`;
}

function Hint() {
	const { has } = useHost();
	/* translators: %s: name of a shell variable. */
	const text = __( 'The app gets its address as %s.', 'headless-deploy' );
	return (
		<>
			{ sprintf( text, 'WORDPRESS_URL' ) }{ ' ' }
			{ has( 'saveInstall' ) && (
				<Link href={ addresses.installs }>
					{ __( 'Add an install', 'headless-deploy' ) }
				</Link>
			) }
		</>
	);
}

interface Props {
	/** Offers only the installs of this account. @default all */
	account?: string;
	name: string;
	value: string;
	onChange: ( install: string ) => void;
	/** @default what the app gets, and where to add an install */
	hint?: ReactNode;
	/** @default false */
	hideLabelFromVision?: boolean;
}

/** Chooses the WordPress install of an environment, or none. Its name is typed where the host lists none. */
export function InstallField( { account, hint = <Hint />, ...props }: Props ) {
	const { has } = useHost();
	const installs = useInstalls( account );
	const { value } = props;
	const field = {
		...props,
		label: __( 'WordPress install', 'headless-deploy' ),
		hint,
	};
	if ( ! has( 'listLocalInstalls' ) ) {
		return <TextField { ...field } required />;
	}
	const isListed =
		value === '' || installs.some( ( { name } ) => name === value );
	return (
		<SelectField
			{ ...field }
			options={ [
				...( isListed ? [] : [ { value, label: value } ] ),
				...[ { name: '', url: '' }, ...installs ].map(
					( install ) => ( {
						value: install.name,
						label: installLabel( install ),
					} )
				),
			] }
		/>
	);
}
