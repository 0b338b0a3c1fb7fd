/** The screens of a host that lists nothing: the user names what exists. */
import { useState } from '@wordpress/element';
import { Link, useLocation } from 'wouter';
import { addresses } from '../addresses.ts';
import { ActionButton } from '../components/action-button.tsx';
import { Box } from '../components/box.tsx';
import { Field } from '../components/field.tsx';
import { Page } from '../components/page.tsx';
import { __, sprintf } from '../i18n.ts';

interface OpenFormProps {
	title: string;
	label: string;
	hint: string;
	/** The address of what the user named. */
	addressOf: ( name: string ) => string;
}

function OpenForm( { title, label, hint, addressOf }: OpenFormProps ) {
	const [ name, setName ] = useState( '' );
	const [ , navigate ] = useLocation();
	return (
		<Box title={ title }>
			<form
				className="hd-form"
				onSubmit={ ( event ) => {
					event.preventDefault();
					navigate( addressOf( name.trim() ) );
				} }
			>
				<Field
					name="name"
					label={ label }
					hint={ hint }
					value={ name }
					onChange={ setName }
					error={ null }
					required
				/>
				<ActionButton type="submit">
					{ __( 'Open', 'headless-deploy' ) }
				</ActionButton>
			</form>
		</Box>
	);
}

/** The applications of an account at such a host. */
export function DirectApps( { account }: { account: string } ) {
	return (
		<Page title={ __( 'Apps', 'headless-deploy' ) }>
			<p>
				{ __(
					'This host does not list apps. Create one, or enter the name of an existing one.',
					'headless-deploy'
				) }
			</p>
			<p>
				<Link
					className="components-button is-primary"
					href={ addresses.newApp( account ) }
				>
					{ __( 'Create an app', 'headless-deploy' ) }
				</Link>
			</p>
			<OpenForm
				title={ __( 'Open an app', 'headless-deploy' ) }
				label={ __( 'Name of the app', 'headless-deploy' ) }
				hint={ __(
					'As in the portal of your hosting platform.',
					'headless-deploy'
				) }
				addressOf={ ( app ) => addresses.app( account, app ) }
			/>
		</Page>
	);
}

/** One application at such a host. */
export function DirectApp( {
	account,
	app,
}: {
	account: string;
	app: string;
} ) {
	return (
		<Page
			title={ app }
			crumbs={ [ { name: account, href: addresses.apps( account ) } ] }
		>
			<p>
				{ sprintf(
					/* translators: %s: name of an application. */
					__(
						'This host does not list the environments of %s. Create one, or enter the ID of an existing one.',
						'headless-deploy'
					),
					app
				) }
			</p>
			<p>
				<Link
					className="components-button is-primary"
					href={ addresses.newEnvironment( account, app ) }
				>
					{ __( 'Create environment', 'headless-deploy' ) }
				</Link>
			</p>
			<OpenForm
				title={ __( 'Open an environment', 'headless-deploy' ) }
				label={ __( 'Environment ID', 'headless-deploy' ) }
				hint={ __(
					'The long ID in its address in the portal of your hosting platform.',
					'headless-deploy'
				) }
				addressOf={ ( environment ) =>
					addresses.environment( { account, app, environment } )
				}
			/>
		</Page>
	);
}
