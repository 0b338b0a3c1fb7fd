import { Link, useLocation } from 'wouter';
import type { EnvironmentSummary } from '../../shared/platform-api.generated.ts';
import { addresses } from '../addresses.ts';
import { useHost } from '../client/host.ts';
import type { EnvironmentPath } from '../client/host.ts';
import { Box } from '../components/box.tsx';
import { DialogButton } from '../components/dialog-button.tsx';
import { TextField } from '../components/fields.tsx';
import { FormDialog } from '../components/form-dialog.tsx';
import { Form } from '../components/form.tsx';
import { EnvironmentPage } from '../environments/environment-frame.tsx';
import { InstallField } from '../environments/install-field.tsx';
import { __, sprintf } from '../i18n.ts';
import { Webhooks } from '../webhooks/webhooks.tsx';

const ENVIRONMENT = '/v1/accounts/{account}/apps/{app}/environments/{environment}';

interface Props {
	path: EnvironmentPath;
	summary: EnvironmentSummary;
}

interface SettingProps extends Props {
	title: string;
	about: string;
	/** The value, for users who may not change it. */
	value: string;
}

/** A setting of an environment that the next build gets. */
function Setting< Values extends WP >( {
