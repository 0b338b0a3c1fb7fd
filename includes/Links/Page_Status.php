<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Links;

/**
 * The status of a post's page on the front end, in the list of posts.
 */
enum Page_Status: string {
	case Live = 'live';
	/** The newest version waits, is being sent, or is being built. */
	case Pending = 'pending';
	/** The front end or the host accepted the newest version, and no check has proved the page. */
	case Unconfirmed = 'unconfirmed';
	case Failed      = 'failed';
	case Not_On_Site = 'notOnSite';
	/** The post is no longer public, and the front end may still show it. */
	case Removal_Pending = 'removalPending';
	case Removal_Failed  = 'removalFailed';
	/** More changes are pending than a page can read. */
	case Unknown = 'unknown';

	public function label(): string {
		return match ( $this ) {
			self::Live            => __( 'Live', 'headless-deploy' ),
			self::Pending         => __( 'Pending', 'headless-deploy' ),
			self::Unconfirmed     => __( 'Sent, not confirmed', 'headless-deploy' ),
			self::Failed          => __( 'Failed', 'headless-deploy' ),
			self::Not_On_Site     => __( 'Not on the site', 'headless-deploy' ),
			self::Removal_Pending => __( 'Removal pending', 'headless-deploy' ),
			self::Removal_Failed  => __( 'Removal failed', 'headless-deploy' ),
			self::Unknown         => __( 'Unknown: too many changes are pending', 'headless-deploy' ),
		};
	}

	public function icon(): string {
		return match ( $this ) {
			self::Live => 'yes-alt',
			self::Pending, self::Removal_Pending => 'clock',
			self::Unconfirmed => 'upload',
			self::Failed, self::Removal_Failed => 'warning',
			self::Not_On_Site => 'minus',
			self::Unknown     => 'editor-help',
		};
	}
}
