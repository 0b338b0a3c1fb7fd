<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Errors;

use HeadlessDeploy\Errors;

/**
 * What a failed run is called. Several codes have the same kind.
 */
enum Failure_Kind {
	case Url_Rejected;
	case Webhook_Missing;
	case Webhook_Moved;
	case Url_Unreadable;
	case Url_Not_Allowed;
	case Host_Not_Allowed;
	case Not_A_Webhook;
	case Refresh_Rejected;
	case Front_End_Timeout;
	case Front_End_Unreachable;
	case Front_End_Error;
	case Page_Not_Fresh;
	case Replica_Behind;
	case Certificate;
	case Server_Error;
	case No_Curl;
	case Build_Failed;
	case Build_Canceled;
	case Rate_Limited;
	case Host_Error;
	case Host_Answer;
	case Host_Timeout;
	case Host_Unreachable;
	case Host_Rejected;

	public function headline(): string {
		return match ( $this ) {
			self::Url_Rejected    => __( 'Failed: the webhook URL was rejected', 'headless-deploy' ),
			self::Webhook_Missing => __( 'Failed: the webhook does not exist', 'headless-deploy' ),
			self::Webhook_Moved   => __( 'Failed: the webhook has moved', 'headless-deploy' ),
			self::Url_Unreadable  => __( 'Failed: the webhook URL cannot be read', 'headless-deploy' ),
			self::Url_Not_Allowed, self::Host_Not_Allowed => __( 'Failed: requests to this address are not allowed', 'headless-deploy' ),
			self::Refresh_Rejected      => __( 'Failed: the front end did not accept the refresh', 'headless-deploy' ),
			self::Front_End_Timeout     => __( 'Failed: the front end did not respond in time', 'headless-deploy' ),
			self::Front_End_Unreachable => __( 'Failed: the front end could not be reached', 'headless-deploy' ),
			self::Front_End_Error       => __( 'Failed: the front end reported an error', 'headless-deploy' ),
			self::Page_Not_Fresh        => __( 'Failed: the page still showed the previous content', 'headless-deploy' ),
			self::Replica_Behind        => __( 'The database replica is behind', 'headless-deploy' ),
			self::Certificate           => __( 'Failed: the certificate is not valid', 'headless-deploy' ),
			self::Server_Error          => __( 'Failed: an error occurred on this server', 'headless-deploy' ),
			self::No_Curl               => __( 'Failed: PHP’s cURL extension is missing', 'headless-deploy' ),
			self::Build_Failed          => __( 'The build failed', 'headless-deploy' ),
			self::Build_Canceled        => __( 'The build was canceled', 'headless-deploy' ),
			self::Rate_Limited          => __( 'Failed: too many requests', 'headless-deploy' ),
			self::Host_Error, self::Host_Answer => __( 'Failed: the host reported an error', 'headless-deploy' ),
			self::Host_Timeout     => __( 'Failed: the host did not respond in time', 'headless-deploy' ),
			self::Host_Unreachable => __( 'Failed: the host could not be reached', 'headless-deploy' ),
			self::Host_Rejected    => __( 'Failed: the host rejected the request', 'headless-deploy' ),
			default                => __( 'Failed', 'headless-deploy' ),
		};
	}

	/**
	 * Returns the message for users without access to Connections or the hosting portal, null when the message for
	 * administrators fits all users.
	 */
	public function message_for_editors(): ?string {
		return match ( $this ) {
			self::Url_Rejected    => __( 'The host no longer accepts the webhook URL.', 'headless-deploy' ),
			self::Webhook_Missing => __( 'The webhook no longer exists at the host.', 'headless-deploy' ),
			self::Webhook_Moved   => __( 'The webhook has moved to another URL.', 'headless-deploy' ),
			self::Url_Unreadable  => __( 'The stored webhook URL cannot be read.', 'headless-deploy' ),
			self::Url_Not_Allowed, self::Host_Not_Allowed => __( 'This site is not allowed to connect to the host.', 'headless-deploy' ),
			self::Not_A_Webhook    => __( 'The host responded with a web page, so the webhook URL may be wrong.', 'headless-deploy' ),
			self::Refresh_Rejected => __( 'The front end did not accept the refresh.', 'headless-deploy' ),
			self::Server_Error     => __( 'An error on the WordPress server stopped this run.', 'headless-deploy' ),
			self::Build_Failed     => __( 'The build failed. Visitors still see the previous version.', 'headless-deploy' ),
			self::Host_Error       => __( 'The host reported an error and did not accept the request.', 'headless-deploy' ),
			self::Host_Answer      => __( 'The host sent a response that is too long to read.', 'headless-deploy' ),
			self::Host_Timeout     => __( 'The host did not respond in time. It may still have started the run.', 'headless-deploy' ),
			self::Host_Unreachable => __( 'The host could not be reached.', 'headless-deploy' ),
			self::Host_Rejected    => Errors::entry( 'headless_deploy_refused' )->message,
			default                => null,
		};
	}

	/**
	 * Returns the status of a connection that needs a new webhook URL; empty if a new one does not end the failure.
	 */
	public function connection_label(): string {
		return match ( $this ) {
			self::Url_Rejected    => __( 'Webhook URL rejected', 'headless-deploy' ),
			self::Url_Unreadable  => __( 'Webhook URL cannot be read', 'headless-deploy' ),
			self::Url_Not_Allowed => __( 'Webhook URL not allowed', 'headless-deploy' ),
			self::Webhook_Missing, self::Webhook_Moved => __( 'Webhook does not exist', 'headless-deploy' ),
			default => '',
		};
	}

	/**
	 * Tells whether such a failure usually ends without an intervention.
	 */
	public function is_temporary(): bool {
		return match ( $this ) {
			self::Front_End_Timeout,
			self::Front_End_Unreachable,
			self::Front_End_Error,
			self::Replica_Behind,
			self::Rate_Limited,
			self::Host_Error,
			self::Host_Answer,
			self::Host_Timeout,
			self::Host_Unreachable => true,
			default                => false,
		};
	}
}
