import { SelectControl } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { Link } from 'wouter';
import type { EnvironmentSummary } from '../../shared/platform-api.generated.ts';
import { addresses } from '../addresses.ts';
import { useHost } from '../client/host.ts';
import type { EnvironmentPath } from '../client/host.ts';
import { useHostQuery } from '../client/queries.ts';
import { ActionButton } from '../components/action-button.tsx';
import { Box } from '../components/box.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { __ } from '../i18n.ts';
import { useSetting } from './use-setting.ts';

type Linked = EnvironmentSummary[ 'install' ];

interface Props {
	path: EnvironmentPath;
	install: Linked;
}

function nameAndUrl( { name, url }: Linked ): string {
	return `${ name }, ${ url || __( 'no URL', 'headless-deploy' ) }`;
}

function InstallForm( { path, install }: Props ) {
	const [ name, setName ] = useState( install.name );
	const { save, isPending, error } = useSetting( path );
	const query = useHostQuery( {
		operation: 'listLocalInstalls',
		topics: [ 'installs', 'accounts' ],
		key: {},
		read: ( client, signal ) =>
			client.GET( '/_local/installs', { signal } ),
	} );
	const others = ( query.data?.installs ?? [] ).filter(
		( other ) => other.name !== install.name
	);
	return (
		<form
			onSubmit={ ( event ) => {
				event.preventDefault();
				save( { wpEnvironment: name } );
			} }
		>
			<ErrorNotice error={ error ?? query.error } />
			<div className="hd-field-row">
				<SelectControl
					__nextHasNoMarginBottom
					__next40pxDefaultSize
					hideLabelFromVision
					label={ __( 'WordPress install', 'headless-deploy' ) }
					value={ name }
					options={ [ install, ...others ].map( ( one ) => ( {
						label: nameAndUrl( one ),
						value: one.name,
					} ) ) }
					onChange={ setName }
				/>
				<ActionButton type="submit" busy={ isPending }>
					{ __( 'Save install', 'headless-deploy' ) }
				</ActionButton>
			</div>
			<p className="hd-hint">
				{ __( 'The next build uses it.', 'headless-deploy' ) }{ ' ' }
				<Link href={ addresses.installs }>
					{ __( 'See all installs', 'headless-deploy' ) }
				</Link>
			</p>
		</form>
	);
}

/** The WordPress install that the builds of an environment read from. */
export function InstallBox( { path, install }: Props ) {
	const { has, mayWrite } = useHost();
	return (
		<Box title={ __( 'WordPress install', 'headless-deploy' ) }>
			<p className="hd-muted">
				{ __(
					'Builds get its URL as WORDPRESS_URL and NEXT_PUBLIC_WORDPRESS_URL.',
					'headless-deploy'
				) }
			</p>
			{ mayWrite( path.account ) && has( 'listLocalInstalls' ) ? (
				<InstallForm path={ path } install={ install } />
			) : (
				<p>{ nameAndUrl( install ) }</p>
			) }
		</Box>
	);
}
