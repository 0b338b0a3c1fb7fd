<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Admin;

use Closure;
use HeadlessDeploy\Capabilities;
use HeadlessDeploy\Environments\Routing;
use HeadlessDeploy\Read_Failed;
use HeadlessDeploy\Status\Status;

/**
 * Reads the status for the admin bar, the widget, the notices and the scripts of one page together: whoever asks first
 * pays for it, and where nobody asks nothing is read.
 *
 * @phpstan-import-type Entry from Status
 * @phpstan-import-type Site_Status from Status
 */
final class Current_Status {
	/**
	 * What was read, by site and user.
	 *
	 * @var array<string, Site_Status>
	 */
	private array $known = array();

	/**
	 * Whether the database did not respond; this page does not ask again.
	 */
	private bool $is_unreadable = false;

	/**
	 * @param Routing           $routing Knows whether anything is connected.
	 * @param Closure(): Status $status  Makes what tells the state.
	 */
	public function __construct(
		private readonly Routing $routing,
		private readonly Closure $status,
	) {}

	/**
	 * Returns the status of the current site for the current user; null where nothing is connected, which costs no
	 * query, for those who may not see deployments, and where the database did not respond.
	 *
	 * @return Site_Status|null
	 */
	public function get(): ?array {
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

	/**
	 * Tells whether there is a status for the current user that could not be read: a page says so instead of nothing.
	 */
	public function is_unreadable(): bool {
		$this->get();
		return $this->is_unreadable;
	}

	/**
	 * Returns the environments alone.
	 *
	 * @return list<Entry>
	 */
	public function environments(): array {
		return $this->get()['environments'] ?? array();
	}
}
