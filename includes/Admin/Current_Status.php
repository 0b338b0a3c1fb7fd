<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Admin;

use Closure;
use HeadlessDeploy\Capabilities;
use HeadlessDeploy\Environments\Routing;
use HeadlessDeploy\Read_Failed;
use HeadlessDeploy\Status\Environment_Entry;
use HeadlessDeploy\Status\Site_Status;
use HeadlessDeploy\Status\Status;

/**
 * Reads the status once per page, when the admin bar, the widget, a notice or a script needs it.
 */
final class Current_Status {
	/**
	 * Status by site and user.
	 *
	 * @var array<string, Site_Status>
	 */
	private array $known = array();

	/**
	 * Whether the database did not respond; this page does not try again.
	 */
	private bool $is_unreadable = false;

	/**
	 * @param Closure(): Status $status
	 */
	public function __construct(
		private readonly Routing $routing,
		private readonly Closure $status,
	) {}

	/**
	 * Returns the status of the current site for the current user; null for users without the capability, where the
	 * database did not respond, and where no environment is connected, which costs no query.
	 */
	public function get(): ?Site_Status {
		if ( $this->is_unreadable || array() === $this->routing->environments() || ! current_user_can( Capabilities::VIEW ) ) {
			return null;
		}
		$key = get_current_blog_id() . '/' . get_current_user_id();
		try {
			$this->known[ $key ] ??= ( $this->status )()->get();
		} catch ( Read_Failed ) {
			$this->is_unreadable = true;
			return null;
		}
		return $this->known[ $key ];
	}

	public static function unreadable_text(): string {
		return __( 'The database did not respond, so the status could not be read. Reload the page to try again.', 'headless-deploy' );
	}

	/**
	 * Tells whether the status could not be read, which a page must say.
	 */
	public function is_unreadable(): bool {
		$this->get();
		return $this->is_unreadable;
	}

	/**
	 * @return list<Environment_Entry>
	 */
	public function environments(): array {
		return $this->get()->environments ?? array();
	}
}
