// Written by tools/flags.ts: the order of the pictures in flags.avif and flags-more.avif.
export const FLAG_COLUMNS = 16
export const FIRST_FLAGS =
  'ad ar at au ba be bg br by ca ch cl cn co cr cy cz de dk ec ee eg es fi fr gb gb-eng gb-nir gb-sct gb-wls gr hk hr hu id ie il in is it jp kr lt lu lv ma mc md me mk mt mx my nl no nz pe ph pl pt ro rs ru sa se sg si sk th tr tw ua us uy ve vn za'.split(
    ' ',
  )
export const MORE_FLAGS =
  'ae af ag ai al am ao aq as aw ax az bb bd bf bh bi bj bl bm bn bo bq bs bt bv bw bz cc cd cf cg ci ck cm cp cu cv cw cx dg dj dm do dz eh er et eu fj fk fm fo ga gd ge gf gg gh gi gl gm gn gp gq gs gt gu gw gy hm hn ht ic im io iq ir je jm jo ke kg kh ki km kn kp kw ky kz la lb lc li lk lr ls ly mf mg mh ml mm mn mo mp mq mr ms mu mv mw mz na nc ne nf ng ni np nr nu om pa pc pf pg pk pm pn pr ps pw py qa re rw sb sc sd sh sj sl sm sn so sr ss st sv sx sy sz tc td tf tg tj tk tl tm tn to tt tv tz ug um un uz va vc vg vi vu wf ws xk xx ye yt zm zw'.split(
    ' ',
  )
