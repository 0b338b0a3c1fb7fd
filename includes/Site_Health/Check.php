<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Site_Health;

/**
 * Looks at one thing that can be out of order.
 */
interface Check {
	/**
	 * Names the test for programs; begins with our prefix.
	 */
	public function id(): string;

	/**
	 * Names the test for people.
	 */
	public function label(): string;

	/**
	 * Looks, and says what to do.
	 */
	public function run(): Result;
}
