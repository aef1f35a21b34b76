/**
 * In an embedded page: reports its height to the outer page, and the redirect after sending. The form works without
 * it.
 */
export const FRAME_SCRIPT = `(function () {
  if (window.parent === window) return
  var next = document.getElementById('next')
  function tell() {
    window.parent.postMessage({ leadline: { height: document.body.scrollHeight, next: next ? next.href : null } }, '*')
  }
  new ResizeObserver(tell).observe(document.body)
  tell()
})()
`

/** Inserts the form at the script’s place, passes attribution on, and fits its height. */
export const embedScript = (address: string) => `(function () {
  var script = document.currentScript
  var address = new URL(${JSON.stringify(address)})
  var language = script.getAttribute('data-lang')
  if (language) address.searchParams.set('lang', language)
  address.searchParams.set('embed', '1')
  new URLSearchParams(location.search).forEach(function (value, name) {
    if (/^utm_|clid$|braid$|^li_fat_id$/.test(name) && !address.searchParams.has(name)) address.searchParams.set(name, value)
  })
  address.searchParams.set('landingPage', location.href.slice(0, 1000))
  if (document.referrer) address.searchParams.set('referrer', document.referrer.slice(0, 1000))
  var frame = document.createElement('iframe')
  frame.src = address.href
  frame.title = script.getAttribute('data-title') || 'Form'
  frame.style.cssText = 'width:100%;height:620px;border:0;color-scheme:light dark'
  script.parentNode.insertBefore(frame, script)
  addEventListener('message', function (event) {
    var message = event.source === frame.contentWindow && event.origin === address.origin && event.data && event.data.leadline
    if (!message) return
    if (message.height) frame.style.height = message.height + 'px'
    if (message.next && /^https?:/.test(message.next)) location.assign(message.next)
  })
})()
`
